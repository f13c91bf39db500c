/** Who uses what: counts, so that something used twice stays until both let go. */
export class Holds {
  readonly #counts = new Map<string, number>();

  take(id: string): string {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    return id;
  }

  release(id: string): void {
    const count = (this.#counts.get(id) ?? 0) - 1;
    if (count > 0) this.#counts.set(id, count);
    else this.#counts.delete(id);
  }

  has(id: string): boolean {
    return this.#counts.has(id);
  }

  async during<T>(id: string, task: () => Promise<T>): Promise<T> {
    this.take(id);
    try {
      return await task();
    } finally {
      this.release(id);
    }
  }
}
