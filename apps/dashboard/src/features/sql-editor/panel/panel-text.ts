import { useEffect, useState } from 'react';
import { type Persisted, readPersisted, writePersisted } from '../../../lib/persisted.ts';

const panelText: Persisted<string> = {
  topic: 'sql-panel-text',
  fallback: '',
  parse: (stored) => (typeof stored === 'string' ? stored : null),
};

/** Longer texts are not kept: they belong into a snippet, which has room for them. */
export const KEPT = 200_000;
const KEEP_AFTER = 250;
/** Up to this many characters a text is kept at every key, which takes less than a millisecond. */
const SMALL = 65_536;

interface PanelText {
  initial: string;
  changed: (read: () => string) => void;
  /** Keeps now what is not kept yet. */
  flush: () => void;
}

/** The text of the panel, kept per project in this browser: a small one at every key, a large one a moment later. */
export function openPanelText(projectRef: string): PanelText {
  let pending: (() => string) | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let length = 0;
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const text = pending?.();
    pending = null;
    length = text?.length ?? length;
    if (text !== undefined && text.length <= KEPT) writePersisted(panelText, text, projectRef);
  };
  return {
    initial: readPersisted(panelText, projectRef),
    flush,
    changed(read) {
      pending = read;
      if (length <= SMALL) flush();
      else timer ??= setTimeout(flush, KEEP_AFTER);
    },
  };
}

/** The kept text of a project's panel. It is kept once more when the panel or the page goes. */
export function usePanelText(projectRef: string): PanelText {
  const [text] = useState(() => openPanelText(projectRef));
  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') text.flush();
    };
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', text.flush);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', text.flush);
      text.flush();
    };
  }, [text]);
  return text;
}
