import { QueryError, SQLSTATE } from '../errors/query-error.ts';
import { clientCopyError } from '../queries/check-sql-text.ts';
import { builtInTypeName } from '../values/type-names.ts';
import { cellText, isCut } from '../wire/cell.ts';
import { readError, readFields } from '../wire/decode-message.ts';
import type { BackendMessage } from '../wire/message-reader.ts';

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

/** One value of a CSV line. */
export interface CsvValue {
  /** Null is written as nothing at all; an empty text as `""`, so that both can be told apart. */
  readonly text: string | null;
  /** Whether it may be text that somebody typed, as opposed to a number or a date. */
  readonly isText: boolean;
}

const NEEDS_QUOTES = /[",\r\n]/;
/** What makes a spreadsheet take a cell for a formula, in their wide forms too. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A line of a CSV file as RFC 4180 wants it. Texts that a spreadsheet would run get an apostrophe in front. */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell({ text, isText }: CsvValue): string {
  if (text === null) return '';
  if (text === '') return '""';
  const harmless = isText && FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Types whose values nobody can make begin with something other than a number, a date, a sign or a letter of their own. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['bool', 'int2', 'int4', 'int8', 'oid', 'float4', 'float8', 'numeric', 'money'],
  ...['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval'],
  ...['uuid', 'bytea', 'bit', 'varbit', 'tid', 'xid', 'xid8', 'pg_lsn'],
]);

/** Whether values of a type can hold text that somebody typed. Types of the database are taken for such. */
export function isTextType(typeId: number): boolean {
  return !PLAIN.has(builtInTypeName(typeId) ?? '');
}
