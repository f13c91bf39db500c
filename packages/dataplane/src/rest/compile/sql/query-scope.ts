import type { PipelineStatement } from '@basalt/postgres';
import type { Column, Relation, SchemaCache } from '../../schema-cache/schema-cache.ts';
import { quoteName } from './sql-text.ts';

/** What rows are read from: a table under an alias, or rows that a CTE hands on. */
export interface RowSource {
  /** Quoted. */
  readonly alias: string;
  /** Null: columns are not known (a function's result that is no relation's row). */
  readonly relation: Relation | null;
  /** The value of a column, or of a computed column. */
  column(name: string): string;
  /** The whole row, as an argument of a function of the row type. */
  row(): string;
  /** Whether `*` has to be written out. */
  readonly starNamed: boolean;
}

/** A table, view or function in FROM: `alias.name` reads columns and calls computed ones. */
export function directSource(alias: string, relation: Relation | null): RowSource {
  return {
    alias,
    relation,
    column: (name) => `${alias}.${quoteName(name)}`,
    row: () => `${alias}.*`,
    starNamed: hasRepresentations(relation),
  };
}

/** Rows of a CTE with those columns that are asked for here; `producers` writes the list its statement must give. */
export interface HandedSource extends RowSource {
  /** To be called when everything else is compiled. `from`: alias in the statement that produces the rows. */
  producers(from: string): string;
}

/** Computed columns need the row as such, which a CTE loses: it is handed on as one more column. */
export function handedSource(alias: string, relation: Relation | null, aliases: AliasPool): HandedSource {
  const rowName = aliases.next('whole_row', relation);
  const columns = new Set<string>();
  let row = false;
  const wholeRow = () => {
    row = true;
    return `${alias}.${rowName}`;
  };
  return {
    alias,
    relation,
    starNamed: relation !== null,
    row: wholeRow,
    column(name) {
      const quoted = quoteName(name);
      if (relation !== null && !relation.columns.has(name)) return `(${wholeRow()}).${quoted}`;
      columns.add(quoted);
      return `${alias}.${quoted}`;
    },
    producers(from) {
      if (relation === null) return `${from}.*`;
      const list = [...columns].map((quoted) => `${from}.${quoted}`);
      if (row) list.push(`${from} as ${rowName}`);
      return list.length === 0 ? '1 as one' : list.join(', ');
    },
  };
}

/** A column that is known to exist, undefined for computed ones and unknown names. */
export function knownColumn(source: RowSource, name: string): Column | undefined {
  return source.relation?.columns.get(name);
}

function hasRepresentations(relation: Relation | null): boolean {
  if (relation === null) return false;
  for (const { representation } of relation.columns.values()) if (representation?.toJson) return true;
  return false;
}

/** What all parts of one request share while it is compiled. */
export interface QueryScope {
  readonly cache: SchemaCache;
  /** The schema of the request. */
  readonly schema: string;
  readonly values: StatementValues;
  readonly aliases: AliasPool;
  /** Most rows of a read and of an embed, null for no bound. */
  readonly maxRows: number | null;
}

// PostgreSQL cuts names at 63 bytes: what is added must still fit.
const MAX_BASE_BYTES = 48;

/** Gives out names for the tables of one statement, none twice, in the same order for the same request. */
export class AliasPool {
  readonly #taken = new Set<string>();
  #count = 0;

  /** A relation's own name, so that errors of the database speak of it; another one if a column is called so too. */
  forRoot(name: string, relation: Relation | null): string {
    if (relation?.columns.has(name) || Buffer.byteLength(name) > MAX_BASE_BYTES) return this.next('rows');
    this.#taken.add(name);
    return quoteName(name);
  }

  /** `clients_1` */
  forEmbed(relation: Relation): string {
    const base = Buffer.byteLength(relation.name) > MAX_BASE_BYTES ? 'rows' : relation.name;
    return this.next(base, relation);
  }

  next(base: string, relation: Relation | null = null): string {
    for (;;) {
      this.#count += 1;
      const name = `${base}_${this.#count}`;
      if (this.#taken.has(name) || relation?.columns.has(name)) continue;
      this.#taken.add(name);
      return quoteName(name);
    }
  }
}

/** Stands for a value in unfinished SQL. It holds NUL characters, which no name and no literal can have. */
type ValueMark = string;

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
