import type { Persisted } from '../../lib/persisted.ts';
import type { Language } from './snippets/snippet.ts';

/** The language of snippets, for all projects. */
export const docsLanguage: Persisted<Language> = {
  topic: 'api-docs-language',
  fallback: 'js',
  parse: (stored) => (stored === 'js' || stored === 'bash' ? stored : null),
  survivesSignOut: true,
};

export const LANGUAGES: readonly { value: Language; label: string }[] = [
  { value: 'js', label: 'JavaScript' },
  { value: 'bash', label: 'Bash' },
];
