import { QueryError, SQLSTATE } from '../errors/query-error.ts';
import { clientCopyError } from '../queries/check-sql-text.ts';
import { cellText, isCut } from '../wire/cell.ts';
import { type FieldDescription, readError, readFields } from '../wire/decode-message.ts';
import type { BackendMessage } from '../wire/message-reader.ts';

/** How the rows of an answer are written into a file. */
export interface RowFormat {
  /** What the file is, for people: `a CSV file`. */
  readonly name: string;
  /** What stands before the rows. */
  start(fields: readonly FieldDescription[]): string;
  /** Values in PostgreSQL's text form. */
  row(values: readonly (string | null)[]): string;
  end(): string;
}

/** Turns the server's answer to one statement into the text of a file. */
export class AnswerTranslator {
  readonly #format: RowFormat;
  #start: string | null = null;
  #hasRows = false;
  #failure: QueryError | null = null;

  constructor(format: RowFormat) {
    this.#format = format;
  }

  /** Whether the statement is one that gives rows, be there none. */
  get hasRows(): boolean {
    return this.#hasRows;
  }

  get failure(): QueryError | null {
    return this.#failure;
  }

  /** What the file gets after a message. Its start waits for the first row, because until then it may still fail. */
  take(message: BackendMessage): string {
    if (message.type === 'T') {
      this.#hasRows = true;
      this.#start = this.#format.start(readFields(message.body));
    } else if (message.type === 'D') return this.#takeStart() + this.#row(message);
    else if (message.type === 'C') return this.#takeStart() + this.#format.end();
    else if (message.type === 'E') this.#failure ??= readError(message.body);
    else if (['G', 'H', 'W'].includes(message.type)) this.#failure ??= clientCopyError();
    return '';
  }

  #takeStart(): string {
    const start = this.#start ?? '';
    this.#start = null;
    return start;
  }

  #row(message: BackendMessage): string {
    const cells = message.cells();
    if (cells.some((cell) => cell !== null && isCut(cell))) {
      const text = `A row is larger than 64 MB, too large for ${this.#format.name}. Select fewer columns or parts of them.`;
      this.#failure ??= new QueryError({ message: text, code: SQLSTATE.tooLarge });
      return '';
    }
    return this.#format.row(cells.map((cell) => (cell === null ? null : cellText(cell))));
  }
}
