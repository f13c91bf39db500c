import type { PipelineStatement } from '@basalt/postgres';

/** Stands for a value in unfinished SQL. It holds NUL characters, which no name and no literal can have. */
export type ValueMark = string;

const MARK = '\0';

/**
 * The values of a request. SQL is put together with marks and numbered at the end: a piece of SQL may be used twice or not at
 * all, and the same shape of request always gives the same text.
 */
export class StatementValues {
  readonly #values: (string | Buffer | null)[] = [];

  /** A mark for a value that travels as a parameter. */
  add(value: string | Buffer | null): ValueMark {
    this.#values.push(value);
    return `${MARK}${this.#values.length - 1}${MARK}`;
  }

  /** All that were added, in this order. */
  get given(): PipelineStatement['values'] {
    return this.#values;
  }

  /**
   * The statement with marks as `$1`, `$2`, … in the order of their first use, their values in this order, and which of
   * those given each of them is.
   */
  finish(marked: string): Pick<PipelineStatement, 'sql' | 'values'> & { used: readonly number[] } {
    const numbers: (number | undefined)[] = [];
    const used: number[] = [];
    // Every second piece is what stood between two NULs: the index of a value.
    const [start = '', ...pieces] = marked.split(MARK);
    let sql = start;
    for (let at = 0; at < pieces.length; at += 2) {
      const index = Number(pieces[at]);
      let number = numbers[index];
      if (number === undefined) {
        number = used.push(index);
        numbers[index] = number;
      }
      sql += `$${number}${pieces[at + 1]}`;
    }
    return { sql, values: used.map((index) => this.#values[index] ?? null), used };
  }
}
