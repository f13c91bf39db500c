import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type { SelectionSetNode } from 'graphql';
import type { StatementValues } from '../../rest/compile/sql/query-scope.ts';
import type { CollectedField, SelectionContext } from '../document/collect-fields.ts';
import { fail } from '../errors/graphql-failure.ts';
import type { ApiSchema, ApiTable } from '../schema/api-schema.ts';

/** What all parts of one statement share while it is compiled. */
export interface CompileScope extends SelectionContext {
  readonly schema: ApiSchema;
  readonly values: StatementValues;
  readonly aliases: Aliases;
}

/** Gives out names for rows, none twice in a statement. */
export class Aliases {
  #count = 0;

  next(): string {
    this.#count += 1;
    return `t${this.#count}`;
  }
}

/** A row that SQL reads from. */
export interface RowRef {
  /** The value of a column, by its name in the database. */
  column(name: string): string;
  /** The row as such, for functions that take it. */
  row(): string;
}

/** A row of a table, view or function in FROM. */
export function rowOf(alias: string): RowRef {
  return { column: (name) => `${alias}.${quoteIdent(name)}`, row: () => `${alias}.*` };
}

/** Rows in which a collection is looked for. */
export interface RowSource {
  readonly table: ApiTable;
  /** What stands after FROM. */
  from(alias: string): string;
  row(alias: string): RowRef;
  /** Which rows there are before anybody filters; empty: all. */
  where(row: RowRef): string;
}

/** Compiles what is asked of a row to its JSON. The compilers of pages and calls are given it. */
export type CompileNode = (
  table: ApiTable,
  row: RowRef,
  selections: readonly SelectionSetNode[],
  scope: CompileScope,
) => string;

/** A function takes 100 arguments at most. */
const MAX_PAIRS = 50;

/** A JSON object as SQL, in the order of its members. */
export function jsonObject(members: readonly (readonly [key: string, sql: string])[]): string {
  if (members.length <= MAX_PAIRS)
    return `json_build_object(${members.map(([key, sql]) => `${quoteLiteral(key)}, ${sql}`).join(', ')})`;
  const rows = members.map(([key, sql]) => `(${quoteLiteral(key)}, to_json(${sql}))`);
  return `(select json_object_agg(m.k, m.v) from (values ${rows.join(', ')}) as m(k, v))`;
}

/** @throws {GraphqlFailure} when an argument is given that the field does not have */
export function checkArguments({ args }: CollectedField, known: readonly string[]): void {
  const extra = [...args.keys()].filter((name) => !known.includes(name));
  if (extra.length > 0) fail(`Input contains extra keys ${JSON.stringify(extra)}`);
}
