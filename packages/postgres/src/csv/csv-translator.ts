import { clientCopyError } from '../copy-statement.ts';
import { QueryError, SQLSTATE } from '../query-error.ts';
import { cellText, isCut } from '../wire/cell.ts';
import { readError, readFields } from '../wire/decode-message.ts';
import type { BackendMessage } from '../wire/message-reader.ts';
import { csvRow } from './csv-row.ts';
import { isTextType } from './is-text-type.ts';

/** Turns the server's answer to one statement into the text of a CSV file. */
export class CsvTranslator {
  #isText: boolean[] = [];
  #header: string | null = null;
  #hasRows = false;
  #failure: QueryError | null = null;

  /** Whether the statement is one that gives rows, be there none. */
  get hasRows(): boolean {
    return this.#hasRows;
  }

  get failure(): QueryError | null {
    return this.#failure;
  }

  /** What the file gets after a message. The header waits for the first row, because until then it may still fail. */
  take(message: BackendMessage): string {
    if (message.type === 'T') this.#startRows(message);
    else if (message.type === 'D') return this.#takeHeader() + this.#row(message);
    else if (message.type === 'C') return this.#takeHeader();
    else if (message.type === 'E') this.#failure ??= readError(message.body);
    else if (['G', 'H', 'W'].includes(message.type)) this.#failure ??= clientCopyError();
    return '';
  }

  #startRows({ body }: BackendMessage): void {
    const fields = readFields(body);
    this.#hasRows = true;
    this.#isText = fields.map(({ typeId }) => isTextType(typeId));
    // Names of columns are text that somebody typed as well.
    this.#header = csvRow(fields.map(({ name }) => ({ text: name, isText: true })));
  }

  #takeHeader(): string {
    const header = this.#header ?? '';
    this.#header = null;
    return header;
  }

  #row(message: BackendMessage): string {
    const cells = message.cells();
    if (cells.some((cell) => cell !== null && isCut(cell))) {
      const text =
        'A row is larger than 64 MB, too large for a CSV file. Select fewer columns or parts of them.';
      this.#failure ??= new QueryError({ message: text, code: SQLSTATE.tooLarge });
      return '';
    }
    return csvRow(
      cells.map((cell, column) => ({
        text: cell === null ? null : cellText(cell),
        isText: this.#isText[column] ?? true,
      })),
    );
  }
}
