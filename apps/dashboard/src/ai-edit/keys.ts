import { isApple } from '../lib/mod-key.ts';

/** The keys that accept what is proposed, as this machine writes them and as `aria-keyshortcuts` wants them. */
export const ACCEPT = isApple
  ? { label: '⌘↵', aria: 'Meta+Enter' }
  : { label: 'Ctrl ↵', aria: 'Control+Enter' };

/** The keys that open the prompt. */
export const PROMPT = { label: isApple ? '⌘K' : 'Ctrl K' };
