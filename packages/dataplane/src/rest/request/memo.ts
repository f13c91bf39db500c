const MAX_KEPT = 256;
const MAX_LENGTH = 512;

/** Keeps what short texts mean, because clients send the same headers again and again. Bounded: it starts anew when full. */
export class Memo<T> {
  readonly #kept = new Map<string, T>();

  get(text: string): T | undefined {
    return this.#kept.get(text);
  }

  keep(text: string, value: T): T {
    if (text.length > MAX_LENGTH) return value;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(text, value);
    return value;
  }
}
