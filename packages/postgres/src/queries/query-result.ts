import { QueryError, SQLSTATE } from '../errors/query-error.ts';
import { decodeValue, type JsonValue } from '../values/decode-value.ts';
import { type Cell, cellText } from '../wire/cell.ts';
import { type FieldDescription, readCompletion, readError, readFields } from '../wire/decode-message.ts';
import type { BackendMessage } from '../wire/message-reader.ts';

export interface QueryResult {
  /** One object per row; of columns with the same name the last one counts. Values as `decodeValue` says. */
  readonly rows: readonly { readonly [column: string]: JsonValue }[];
  readonly fields: readonly FieldDescription[];
  /** The last statement's command, such as `SELECT` or `CREATE TABLE`; empty for an empty text. */
  readonly command: string;
  /** Rows the last statement returned or changed; null where it has no count. */
  readonly rowCount: number | null;
}

/** Collects the rows of the last statement that returns any, and the server's error. */
export class ResultCollector {
  readonly #maxBytes: number;
  #rows: { [column: string]: JsonValue }[] = [];
  #fields: FieldDescription[] = [];
  #completion = { command: '', rowCount: null as number | null };
  #bytes = 0;
  #failure: QueryError | null = null;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  take(message: BackendMessage): void {
    if (message.type === 'D') {
      if (!this.isTooLarge) this.#takeRow(message.cells());
    } else if (message.type === 'T') {
      this.#fields = readFields(message.body);
      this.#rows = [];
    } else if (message.type === 'C') {
      this.#completion = readCompletion(message.body);
    } else if (message.type === 'E') {
      this.#failure ??= readError(message.body);
    }
  }

  /** Whether all values together were more than allowed. From then on rows are dropped. */
  get isTooLarge(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  /** Why there is no result, if there is none. */
  get failure(): QueryError | null {
    if (!this.isTooLarge) return this.#failure;
    const effect =
      this.#failure === null ? 'The query ran, but its result' : 'The query was stopped: its result';
    const message = `${effect} is larger than ${this.#maxBytes} bytes. Select fewer rows or columns, for example with LIMIT.`;
    return new QueryError({ message, code: SQLSTATE.tooLarge });
  }

  get result(): QueryResult {
    return { rows: this.#rows, fields: this.#fields, ...this.#completion };
  }

  #takeRow(cells: readonly (Cell | null)[]): void {
    this.#bytes += cells.reduce((sum, cell) => sum + (cell?.bytes ?? 0), 0);
    if (this.isTooLarge) {
      this.#rows = [];
      return;
    }
    const values = cells.map((cell, index): [string, JsonValue] => {
      const { name, typeId } = this.#fields[index] ?? { name: '', typeId: 0 };
      return [name, cell === null ? null : decodeValue(typeId, cellText(cell))];
    });
    // fromEntries makes own properties, also of a column called __proto__.
    this.#rows.push(Object.fromEntries(values));
  }
}
