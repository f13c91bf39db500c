import { QueryError, type QueryErrorFields, SQLSTATE } from '../errors/query-error.ts';

/** A column as the server describes it before the rows. */
export interface FieldDescription {
  readonly name: string;
  readonly typeId: number;
  /** Object id of the table the column comes from, or 0. */
  readonly tableId: number;
  /** Number of the column in that table, or 0. */
  readonly columnId: number;
}

/** Reads NUL-ended texts and numbers one after the other. A body that was cut just ends early. */
class BodyReader {
  readonly #body: Buffer;
  #at = 0;

  constructor(body: Buffer) {
    this.#body = body;
  }

  get atEnd(): boolean {
    return this.#at >= this.#body.length;
  }

  text(): string {
    const end = this.#body.indexOf(0, this.#at);
    const text = this.#body.toString('utf8', this.#at, end < 0 ? this.#body.length : end);
    this.#at = end < 0 ? this.#body.length : end + 1;
    return text;
  }

  letter(): string {
    this.#at += 1;
    return String.fromCharCode(this.#body[this.#at - 1] ?? 0);
  }

  uint16(): number {
    this.#at += 2;
    return this.#body.readUInt16BE(this.#at - 2);
  }

  uint32(): number {
    this.#at += 4;
    return this.#body.readUInt32BE(this.#at - 4);
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }
}

/** The columns of a RowDescription ('T'). */
export function readFields(body: Buffer): FieldDescription[] {
  const reader = new BodyReader(body);
  return Array.from({ length: reader.uint16() }, () => {
    const name = reader.text();
    const tableId = reader.uint32();
    const columnId = reader.uint16();
    const typeId = reader.uint32();
    reader.skip(8);
    return { name, typeId, tableId, columnId };
  });
}

/** An ErrorResponse ('E') or NoticeResponse ('N'). */
export function readReport(body: Buffer): QueryErrorFields {
  const reader = new BodyReader(body);
  const parts = new Map<string, string>();
  while (!reader.atEnd) {
    const letter = reader.letter();
    if (letter === '\0') break;
    parts.set(letter, reader.text());
  }
  const part = (letter: string) => parts.get(letter) ?? null;
  return {
    message: part('M') ?? '',
    code: part('C') ?? SQLSTATE.internal,
    severity: part('V') ?? part('S') ?? 'ERROR',
    detail: part('D'),
    hint: part('H'),
    position: parts.has('P') ? Number(part('P')) : null,
    where: part('W'),
    schema: part('s'),
    table: part('t'),
    column: part('c'),
    constraint: part('n'),
  };
}

/** The error of an ErrorResponse. */
export function readError(body: Buffer): QueryError {
  return new QueryError(readReport(body));
}

/** What a CommandComplete ('C') says: `INSERT 0 3` → command INSERT, 3 rows; `CREATE TABLE` → no count (null). */
export function readCompletion(body: Buffer): { readonly command: string; readonly rowCount: number | null } {
  const tag = new BodyReader(body).text();
  const found = /^([A-Z ]+?)(?: \d+)? (\d+)$/.exec(tag);
  return found === null
    ? { command: tag, rowCount: null }
    : { command: found[1] ?? tag, rowCount: Number(found[2]) };
}
