import type { Column, Relation } from '../../schema-cache/schema-cache.ts';
import type { AliasPool } from './query-scope.ts';
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
