/** A value of a row in PostgreSQL's text form; undefined: it was not sent, because it is large and did not change. */
export type SentValue = string | null | undefined;

export interface SentRelation {
  oid: number;
  schema: string;
  name: string;
  columns: readonly { name: string; typeOid: number; isKey: boolean }[];
}

/** One changed row. `row` is null for deletions. */
export interface RowChange {
  kind: 'INSERT' | 'UPDATE' | 'DELETE';
  relation: SentRelation;
  row: readonly SentValue[] | null;
  /** As it was: whole under REPLICA IDENTITY FULL, else the columns of its key, and those only if they changed or the row went. */
  old: readonly SentValue[] | null;
  isOldWhole: boolean;
  /** When its transaction was committed, in milliseconds since 1970. */
  committedAt: number;
  /** Of its transaction, without the epoch. */
  xid: number;
  /** Of the message. */
  bytes: number;
}

export interface Truncation {
  kind: 'TRUNCATE';
  relations: readonly SentRelation[];
  committedAt: number;
  bytes: number;
}

export type SentChange = RowChange | Truncation;

/** Milliseconds from 1970 to 2000, where PostgreSQL begins to count. */
const EPOCH_MS = 946_684_800_000;

/**
 * Reads the messages of `pgoutput`, version 1, in the order in which they come.
 * @see https://www.postgresql.org/docs/current/protocol-logicalrep-message-formats.html
 */
export class PgOutputReader {
  readonly #relations = new Map<number, SentRelation>();
  #committedAt = 0;
  #xid = 0;

  /**
   * @param bytes what the message had, where long values were left out of it
   * @returns the change that the message tells of, null if it tells of none
   * @throws {Error} on bytes that are no message
   */
  read(message: Buffer, bytes: number = message.length): SentChange | null {
    const cursor = new Cursor(message);
    switch (String.fromCharCode(cursor.byte())) {
      case 'B':
        cursor.skip(8);
        this.#committedAt = EPOCH_MS + cursor.milliseconds();
        this.#xid = cursor.int32();
        return null;
      case 'R':
        this.#noteRelation(cursor);
        return null;
      case 'I':
        return this.#insert(cursor, bytes);
      case 'U':
        return this.#update(cursor, bytes);
      case 'D':
        return this.#delete(cursor, bytes);
      case 'T':
        return this.#truncate(cursor, bytes);
      default:
        return null;
    }
  }

  #noteRelation(cursor: Cursor): void {
    const oid = cursor.int32();
    const schema = cursor.text() || 'pg_catalog';
    const name = cursor.text();
    cursor.skip(1);
    const columns = Array.from({ length: cursor.int16() }, () => {
      const isKey = (cursor.byte() & 1) === 1;
      const column = cursor.text();
      const typeOid = cursor.int32();
      cursor.skip(4);
      return { name: column, typeOid, isKey };
    });
    this.#relations.set(oid, { oid, schema, name, columns });
  }

  #insert(cursor: Cursor, bytes: number): RowChange {
    const relation = this.#relation(cursor);
    cursor.skip(1);
    return this.#change('INSERT', relation, { row: cursor.tuple(), old: null, isOldWhole: false, bytes });
  }

  #update(cursor: Cursor, bytes: number): RowChange {
    const relation = this.#relation(cursor);
    const kind = String.fromCharCode(cursor.byte());
    if (kind === 'N')
      return this.#change('UPDATE', relation, { row: cursor.tuple(), old: null, isOldWhole: false, bytes });
    const isOldWhole = kind === 'O';
    const old = cursor.tuple();
    cursor.skip(1);
    const row = cursor.tuple();
    // What is large and did not change stands in the former row, where that one is whole.
    if (isOldWhole)
      for (const [index, value] of row.entries()) if (value === undefined) row[index] = old[index];
    return this.#change('UPDATE', relation, { row, old, isOldWhole, bytes });
  }

  #delete(cursor: Cursor, bytes: number): RowChange {
    const relation = this.#relation(cursor);
    const isOldWhole = String.fromCharCode(cursor.byte()) === 'O';
    return this.#change('DELETE', relation, { row: null, old: cursor.tuple(), isOldWhole, bytes });
  }

  #truncate(cursor: Cursor, bytes: number): Truncation {
    const count = cursor.int32();
    cursor.skip(1);
    const relations = Array.from({ length: count }, () => this.#relation(cursor));
    return { kind: 'TRUNCATE', relations, committedAt: this.#committedAt, bytes };
  }

  #change(
    kind: RowChange['kind'],
    relation: SentRelation,
    rest: Pick<RowChange, 'row' | 'old' | 'isOldWhole' | 'bytes'>,
  ): RowChange {
    return { kind, relation, ...rest, committedAt: this.#committedAt, xid: this.#xid };
  }

  #relation(cursor: Cursor): SentRelation {
    const oid = cursor.int32();
    const relation = this.#relations.get(oid);
    if (relation === undefined)
      throw new Error(`A row came of the relation ${oid}, which was never described.`);
    return relation;
  }
}

class Cursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  skip(count: number): void {
    this.#at += count;
  }

  byte(): number {
    const value = this.#bytes.readUInt8(this.#at);
    this.#at += 1;
    return value;
  }

  int16(): number {
    const value = this.#bytes.readUInt16BE(this.#at);
    this.#at += 2;
    return value;
  }

  int32(): number {
    const value = this.#bytes.readUInt32BE(this.#at);
    this.#at += 4;
    return value;
  }

  /** From microseconds. */
  milliseconds(): number {
    const value = this.#bytes.readBigInt64BE(this.#at);
    this.#at += 8;
    return Number(value / 1000n);
  }

  /** Ends with a zero byte. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end === -1) throw new RangeError('A text has no end.');
    const value = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return value;
  }

  tuple(): SentValue[] {
    const count = this.int16();
    const values: SentValue[] = [];
    for (let index = 0; index < count; index += 1) {
      const kind = this.byte();
      if (kind === 0x6e) values.push(null);
      else if (kind === 0x75) values.push(undefined);
      else {
        const length = this.int32();
        if (this.#at + length > this.#bytes.length)
          throw new RangeError('A value is longer than its message.');
        values.push(this.#bytes.toString('utf8', this.#at, this.#at + length));
        this.#at += length;
      }
    }
    return values;
  }
}
