import { fail } from '../errors/graphql-failure.ts';
import { MAX_CONDITIONS, MAX_DESCRIBED, MAX_FIELDS, MAX_QUERY_DEPTH, MAX_ROWS } from './limits.ts';

/** What one request has used of what it may. It is asked before SQL is written. */
export class Budget {
  #rows = 0;
  #conditions = 0;
  #fields = 0;
  #around = 1;
  #depth = 0;
  #described = 0;
  #looksAtAll = false;

  /** Rows of all pages, those within others counted once for each row around them. */
  get rows(): number {
    return this.#rows;
  }

  /** Whether some field looks at all rows that fit, not only at those of a page: counts and sums. */
  get looksAtAll(): boolean {
    return this.#looksAtAll;
  }

  allRows(): void {
    this.#looksAtAll = true;
  }

  /** Compiles what comes with each row of a page. @throws {GraphqlFailure} when pages within pages come to too many rows */
  inPage<T>(size: number, compile: () => T): T {
    const before = this.#around;
    this.#around = before * Math.max(size, 1);
    this.#rows += this.#around;
    if (this.#rows > MAX_ROWS)
      fail(
        `The query may read more than ${MAX_ROWS.toLocaleString('en')} rows. Ask for smaller pages with "first", or nest fewer collections.`,
      );
    try {
      return compile();
    } finally {
      this.#around = before;
    }
  }

  /** Compiles what lies within a field. Fragments can make it deeper than the document is. @throws {GraphqlFailure} */
  deeper<T>(compile: () => T): T {
    this.#depth += 1;
    try {
      if (this.#depth > MAX_QUERY_DEPTH) fail(`The query is nested deeper than ${MAX_QUERY_DEPTH} levels.`);
      return compile();
    } finally {
      this.#depth -= 1;
    }
  }

  condition(): void {
    this.#conditions += 1;
    if (this.#conditions > MAX_CONDITIONS)
      fail(`The query has more than ${MAX_CONDITIONS} conditions. Split it into several.`);
  }

  /** A part of an answer about the schema. @throws {GraphqlFailure} when all of it becomes too long */
  described(characters: number): void {
    this.#described += characters;
    if (this.#described > MAX_DESCRIBED)
      fail('The query asks for too much about the schema. Ask for less at once.');
  }

  field(): void {
    this.#fields += 1;
    if (this.#fields > MAX_FIELDS)
      fail(
        `The query has more than ${MAX_FIELDS} fields once fragments are in their places. Split it into several.`,
      );
  }
}
