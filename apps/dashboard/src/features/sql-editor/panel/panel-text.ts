import { type Persisted, readPersisted, writePersisted } from '../../../lib/persisted.ts';

const panelText: Persisted<string> = {
  topic: 'sql-panel-text',
  fallback: '',
  parse: (stored) => (typeof stored === 'string' ? stored : null),
};

/** Texts that are worth keeping for longer belong into a snippet, which has room for them. */
const KEPT = 200_000;
const KEEP_AFTER = 250;

export interface PanelText {
  initial: string;
  changed: (read: () => string) => void;
  /** Keeps now what is not kept yet. */
  flush: () => void;
}

/** The text of the panel, kept per project in this browser a moment after each key. */
export function openPanelText(projectRef: string): PanelText {
  let pending: (() => string) | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const text = pending?.();
    pending = null;
    if (text !== undefined && text.length <= KEPT) writePersisted(panelText, text, projectRef);
  };
  return {
    initial: readPersisted(panelText, projectRef),
    flush,
    changed(read) {
      pending = read;
      timer ??= setTimeout(flush, KEEP_AFTER);
    },
  };
}
