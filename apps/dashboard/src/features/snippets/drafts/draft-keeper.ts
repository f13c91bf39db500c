import { changeBetween, composed, type TextChange, type TextEdit } from '../../../lib/text-change.ts';

/** Shorter than a pause between two words, longer than the time between two keys. */
const KEEP_AFTER = 250;
/** Up to this many characters a text is kept as a whole at every key, which takes less than a millisecond. */
export const SMALL_TEXT = 65_536;
/** Up to this many, reading the text at every key is quick enough to keep what changed in it. */
export const LARGE_TEXT = 1_000_000;

interface DraftKeeper {
  /**
   * Something was typed: keep it, at once or soon. `read` makes the text when it is needed; with the `edit` that was made, that
   * is seldom.
   */
  changed(read: () => string, edit?: TextEdit): void;
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
  /** What was typed since then, if that is known. */
  let since: TextChange | null = null;
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
  const keepPending = (edit?: TextEdit) => {
    if (pending === null || base === null) return;
    since = (edit && since && composed(base, since, edit)) ?? changeBetween(base, pending());
    length = base.length - (since.to - since.from) + since.insert.length;
    // Two places far apart: the whole anew is less than all that lies between them at every key.
    const isFarApart = since.insert.length > SMALL_TEXT;
    if (isFarApart && underway === null) flush();
    else if (isFarApart || !keepChange(base, since)) flushSoon();
  };
  return {
    flush,
    forget() {
      clear();
      base = null;
      since = null;
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
      since = null;
      if (length <= SMALL_TEXT) return;
      if (isKept) keepPending();
      else if (pending !== null) flushSoon();
    },
    changed(read, edit) {
      pending = read;
      if (length <= SMALL_TEXT) flush();
      else if (length > LARGE_TEXT) flushSoon();
      else if (base !== null) keepPending(edit);
      else if (underway === null && timer === null) flush();
      else flushSoon();
    },
  };
}
