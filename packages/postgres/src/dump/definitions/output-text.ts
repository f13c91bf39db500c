import type { Writable } from 'node:stream';

/** Writes to a stream no faster than it takes the text, and counts. */
export class OutputText {
  readonly #output: Writable;
  readonly #signal: AbortSignal;
  readonly #wakers = new Set<() => void>();
  #failure: unknown = null;
  bytes = 0;

  private constructor(output: Writable, signal: AbortSignal) {
    this.#output = output;
    this.#signal = signal;
  }

  /** Runs `work` with the output, which is left open. */
  static async use<T>(
    output: Writable,
    signal: AbortSignal,
    work: (text: OutputText) => Promise<T>,
  ): Promise<T> {
    const text = new OutputText(output, signal);
    const wake = () => text.#wake();
    const fail = (error: unknown) => {
      text.#failure ??= error;
      text.#wake();
    };
    const close = () => fail(new Error('The output was closed before everything was written.'));
    output.on('drain', wake).on('error', fail).on('close', close);
    signal.addEventListener('abort', wake);
    try {
      return await work(text);
    } finally {
      output.off('drain', wake).off('error', fail).off('close', close);
      signal.removeEventListener('abort', wake);
    }
  }

  async write(data: string | Buffer): Promise<void> {
    this.#check();
    this.bytes += Buffer.byteLength(data);
    if (this.#output.write(data)) return;
    await new Promise<void>((resolve) => this.#wakers.add(resolve));
    this.#check();
  }

  /** A heading, and statements with their semicolons. */
  async statements(heading: string, statements: readonly string[]): Promise<void> {
    if (statements.length === 0) return;
    await this.write(`\n-- ${heading}\n\n`);
    await this.write(statements.map((statement) => `${statement};\n`).join(''));
  }

  #check(): void {
    if (this.#failure !== null) throw this.#failure;
    if (this.#output.destroyed) throw new Error('The output was closed before everything was written.');
    this.#signal.throwIfAborted();
  }

  #wake(): void {
    for (const resolve of this.#wakers) resolve();
    this.#wakers.clear();
  }
}
