/** Runs tasks of the same key one after another and tasks of different keys side by side, within this process. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = (this.#tails.get(key) ?? Promise.resolve()).then(task);
    const tail = result.catch(() => undefined);
    this.#tails.set(key, tail);
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    return result;
  }

  /** Resolves when every task that waits or runs now has ended: of all keys, or of one. */
  async idle(key?: string): Promise<void> {
    await (key === undefined ? Promise.all(this.#tails.values()) : this.#tails.get(key));
  }
}
