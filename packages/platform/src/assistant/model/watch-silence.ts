/** Somebody who listens for a model that says nothing. */
export interface Silence {
  /** Aborted with a `TimeoutError` once it has lasted too long. */
  readonly signal: AbortSignal;
  /** Something was heard: the time begins anew. */
  broken(): void;
  /** Nobody listens any more, until something is heard again. */
  end(): void;
}

/**
 * Begins to listen. The time before the first word of an answer counts, and so does what passes before the provider takes the
 * request at all.
 * @param milliseconds that a model may say nothing
 */
export function watchSilence(milliseconds: number): Silence {
  const control = new AbortController();
  const begin = () =>
    setTimeout(
      () => control.abort(new DOMException('The model said nothing.', 'TimeoutError')),
      milliseconds,
    );
  let timer = begin();
  return {
    signal: control.signal,
    broken: () => {
      clearTimeout(timer);
      timer = begin();
    },
    end: () => clearTimeout(timer),
  };
}
