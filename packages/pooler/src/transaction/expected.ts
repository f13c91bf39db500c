/**
 * What the server still has to answer, in the order in which it will. Only answers that the pooler acts on are counted: those to
 * Parse and Close, and the ReadyForQuery that ends a series of messages.
 */
export type Expected =
  /** Parse of the client, or one that the pooler put before the client's message (`own`), whose answer the client must not see. */
  | { kind: 'parse'; own: boolean; name: string }
  | { kind: 'close'; own: boolean }
  /** A Close that nothing depends on, sent in place of a Parse that the server has done for another client already. */
  | { kind: 'parseDone' }
  | { kind: 'sync' }
  | { kind: 'query' };

export const SYNC: Expected = { kind: 'sync' };
export const QUERY: Expected = { kind: 'query' };
export const PARSE_DONE: Expected = { kind: 'parseDone' };
export const CLOSE: Expected = { kind: 'close', own: false };
export const OWN_CLOSE: Expected = { kind: 'close', own: true };

/** Answered entries are kept until there are so many, so that taking one costs the same however many a client sends ahead. */
const MOST_ANSWERED = 1_000;

/** The answers that are still to come, the next one first. */
export class ExpectedAnswers {
  #list: Expected[] = [];
  #answered = 0;

  get isEmpty(): boolean {
    return this.#answered === this.#list.length;
  }

  add(expected: Expected): void {
    this.#list.push(expected);
  }

  /** Takes the next one. Undefined: nothing is expected. */
  take(): Expected | undefined {
    const next = this.#list[this.#answered];
    if (next === undefined) return undefined;
    this.#answered += 1;
    if (this.#answered > MOST_ANSWERED && this.#answered * 2 > this.#list.length) this.#forget();
    return next;
  }

  /** After an error the server passes over everything up to the end of the series. @returns what it passes over */
  dropUntilEnd(): Expected[] {
    const passed: Expected[] = [];
    while (!this.isEmpty && !endsSeries(this.#list[this.#answered] as Expected))
      passed.push(this.take() as Expected);
    return passed;
  }

  /** While the server takes a COPY that was begun by Execute, it passes over every Sync. */
  dropSyncs(): void {
    this.#forget();
    if (this.#list[0] === SYNC) this.#list = this.#list.filter((one) => one !== SYNC);
  }

  #forget(): void {
    this.#list = this.#list.slice(this.#answered);
    this.#answered = 0;
  }
}

function endsSeries({ kind }: Expected): boolean {
  return kind === 'sync' || kind === 'query';
}
