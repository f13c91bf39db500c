import { changeBetween, composed, type TextChange, type TextEdit } from '../../../lib/saving/text-change.ts';

/** Milliseconds. It is shorter than a pause between two words and longer than the time between two keys. */
const KEEP_AFTER = 250;
/** A text of at most this many characters is stored whole at every key, which takes less than a millisecond. */
export const SMALL_TEXT = 65_536;
/** A text of at most this many is quick enough to read at every key, so that its changes can be stored. */
export const LARGE_TEXT = 1_000_000;

interface DraftKeeper {
  /**
   * Call it after every change: the text is stored at once or soon. `read` builds the text and is only called when it is needed.
   * Pass the `edit` too, so that this is seldom.
   */
  changed(read: () => string, edit?: TextEdit): void;
  /** Stores the whole text now if it is not stored whole yet. */
  flush(): void;
  /** Drops the stored text and what waits to be stored. */
  forget(): void;
  /** Call `keeping` when a text is on its way into storage, and `kept` with the outcome. */
  keeping(text: string): void;
  kept(text: string, isKept: boolean): void;
}

interface Ports {
  /** Stores a whole text and calls `keeping` and `kept` about it. It is only called after a change. */
  keep(text: string): void;
  /** Stores at once how the text differs from `base`, which is stored already. Returns whether that worked. */
  keepChange(base: string, change: TextChange): boolean;
}

/**
 * Stores a text while it is typed, so that nothing is lost when the tab is killed. A small text is stored whole at every key.
 * A large text is stored whole once, and then its changes at every key. A huge text is stored whole a moment after a key.
 */
export function createDraftKeeper({ keep, keepChange }: Ports, lengthBefore: number): DraftKeeper {
  let pending: (() => string) | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let length = lengthBefore;
  /** The text that is surely in storage. */
  let base: string | null = null;
  /** The edit since then, if it is known. */
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
  // A key does not restart the timer. So the text is stored even if somebody types without a pause.
  const flushSoon = () => {
    timer ??= setTimeout(flush, KEEP_AFTER);
  };
  const keepPending = (edit?: TextEdit) => {
    if (pending === null || base === null) return;
    since = (edit && since && composed(base, since, edit)) ?? changeBetween(base, pending());
    length = base.length - (since.to - since.from) + since.insert.length;
    // Edits at two places far apart would store all text between them at every key. Storing the whole text once is less.
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
      // The text was dropped in the meantime, or a newer one is being stored.
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
