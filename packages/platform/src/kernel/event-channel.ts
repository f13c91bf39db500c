/**
 * Turns callbacks into an async iterator with one place: `send` waits until the reader asks for the next value, so a
 * slow reader slows the sender down.
 */
export interface EventChannel<T> {
  send(value: T): Promise<void>;
  /** No more values; the reader ends after the last one. */
  end(): void;
  /** The reader's side, for one reader. */
  events(): AsyncGenerator<T, void>;
}

/** @param onAbandoned called once when the reader has stopped reading, for whatever reason */
export function eventChannel<T>(onAbandoned: () => void): EventChannel<T> {
  let place: { value: T; taken: () => void } | null = null;
  let ended = false;
  let wake: () => void = () => {};

  return {
    send(value) {
      if (ended) return Promise.resolve();
      return new Promise((taken) => {
        place = { value, taken };
        wake();
      });
    },
    end() {
      ended = true;
      wake();
    },
    async *events() {
      try {
        for (;;) {
          if (place !== null) {
            yield place.value;
            release();
          } else if (ended) {
            return;
          } else {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        }
      } finally {
        ended = true;
        release();
        onAbandoned();
      }
    },
  };

  function release(): void {
    const done = place?.taken;
    place = null;
    done?.();
  }
}
