import { changeBetween, type TextChange } from './text-change.ts';

/** Shorter than a pause between two words, longer than the time between two keys. */
const KEEP_AFTER = 250;
/** Up to this many characters a text is kept as a whole at every key, which takes less than a millisecond. */
export const SMALL_TEXT = 65_536;
/** Up to this many, reading the text at every key is quick enough to keep what changed in it. */
export const LARGE_TEXT = 1_000_000;

interface DraftKeeper {
  /** Something was typed: keep it, at once or soon. `read` makes the text when it is needed. */
  changed(read: () => string): void;
  /** Keep now, as a whole, what is not kept so yet. */
  flush(): void;
  /** What is not kept yet need not be any more, and what is kept is dropped. */
  forget(): void;
  /** This text is on its way into storage, and then whether it got there. */
  keeping(text: string): void;
  kept(text: string, isKept: boolean): void;
}

interface Ports {
  /** Keeps a whole text; never called without a change. Says `keeping` and `kept` about it. */
  keep(text: string): void;
  /** Keeps at once how the text differs from `base`, which is kept. Answers whether that worked. */
  keepChange(base: string, change: TextChange): boolean;
}

/**
 * Keeps a text while it is typed, so that a tab that is killed loses nothing: a small one as a whole at every key; of a large
 * one the whole once, and from then on at every key what has changed since; a huge one shortly after the first of several keys.
 */
export function createDraftKeeper({ keep, keepChange }: Ports, lengthBefore: number): DraftKeeper {
  let pending: (() => string) | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let length = lengthBefore;
  /** What storage holds, as far as that is sure. */
  let base: string | null = null;
  let underway: string | null = null;

  const clear = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    pending = null;
  };
  const flush = () => {
    const read = pending;
    clear();
    if (read === null) return;
    const text = read();
    length = text.length;
    keep(text);
  };
  // The timer is not started anew by each key: whoever types without a pause is kept too.
  const flushSoon = () => {
    timer ??= setTimeout(flush, KEEP_AFTER);
  };
  const keepPending = () => {
    if (pending === null || base === null) return;
    const text = pending();
    length = text.length;
    const change = changeBetween(base, text);
    if (change.insert.length > SMALL_TEXT || !keepChange(base, change)) flushSoon();
  };
  return {
    flush,
    forget() {
      clear();
      base = null;
      underway = null;
    },
    keeping(text) {
      underway = text;
    },
    kept(text, isKept) {
      // It was dropped meanwhile, or a newer one is on its way.
      if (underway !== text) return;
      underway = null;
      base = isKept ? text : null;
      if (length <= SMALL_TEXT) return;
      if (isKept) keepPending();
      else if (pending !== null) flushSoon();
    },
    changed(read) {
      pending = read;
      if (length <= SMALL_TEXT) flush();
      else if (length > LARGE_TEXT) flushSoon();
      else if (base !== null) keepPending();
      else if (underway === null && timer === null) flush();
      else flushSoon();
    },
  };
}
