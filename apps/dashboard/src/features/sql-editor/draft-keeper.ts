/** Shorter than a pause between two words, longer than the time between two keys. */
const KEEP_AFTER = 250;

export interface DraftKeeper {
  /** Something was typed: keep it soon. `read` makes the text when it is needed. */
  changed(read: () => string): void;
  /** Keep now what is not kept yet. */
  flush(): void;
}

/** Collects keystrokes and keeps the text shortly after the first of them; `keep` is never called without a change. */
export function createDraftKeeper(keep: (text: string) => void): DraftKeeper {
  let pending: (() => string) | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const read = pending;
    pending = null;
    if (read !== null) keep(read());
  };
  return {
    flush,
    changed(read) {
      pending = read;
      // The timer is not started anew by each key: whoever types without a pause is kept too.
      timer ??= setTimeout(flush, KEEP_AFTER);
    },
  };
}
