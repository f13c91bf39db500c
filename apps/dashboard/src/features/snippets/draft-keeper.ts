/** Shorter than a pause between two words, longer than the time between two keys. */
const KEEP_AFTER = 250;
/** Up to this many characters a text is kept at every key, which takes less than a millisecond. */
export const SMALL_TEXT = 65_536;

interface DraftKeeper {
  /** Something was typed: keep it, at once or soon. `read` makes the text when it is needed. */
  changed(read: () => string): void;
  /** Keep now what is not kept yet. */
  flush(): void;
  /** What is not kept yet need not be any more. */
  forget(): void;
}

/**
 * Keeps a text while it is typed: a small one at every key, so that a tab that is killed loses nothing, a large one
 * shortly after the first of several keys. `keep` is never called without a change.
 */
export function createDraftKeeper(keep: (text: string) => void, lengthBefore: number): DraftKeeper {
  let pending: (() => string) | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let length = lengthBefore;

  const forget = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    pending = null;
  };
  const flush = () => {
    const read = pending;
    forget();
    if (read === null) return;
    const text = read();
    length = text.length;
    keep(text);
  };
  return {
    flush,
    forget,
    changed(read) {
      pending = read;
      if (length <= SMALL_TEXT) flush();
      // The timer is not started anew by each key: whoever types without a pause is kept too.
      else timer ??= setTimeout(flush, KEEP_AFTER);
    },
  };
}
