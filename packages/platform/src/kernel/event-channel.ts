/**
 * Turns callbacks into an async iterator with one place: `send` waits until the reader has taken what was sent, so a
 * slow reader slows the sender down.
 */
export interface EventChannel<T> extends AsyncIterable<T> {
  send(value: T): Promise<void>;
  /** No more values; the reader ends after the last one. */
  end(): void;
}

export function eventChannel<T>(onAbandoned: () => void): EventChannel<T> {
  let waiting: { value: T; taken: () => void } | null = null;
  let ended = false;
  let wake: () => void = () => {};

  return {
    send(value) {
      if (ended) return Promise.resolve();
      return new Promise((taken) => {
        waiting = { value, taken };
        wake();
      });
    },
    end() {
      ended = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      try {
        while (true) {
          if (waiting !== null) {
            const { value, taken } = waiting;
            waiting = null;
            yield value;
            taken();
          } else if (ended) return;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        ended = true;
        waiting?.taken();
        onAbandoned();
      }
    },
  };
}
