import { quoteLiteral } from '@basalt/sql';
import type { SelectionSetNode } from 'graphql';
import { type CollectedField, collectFields } from '../document/collect-fields.ts';
import { fail } from '../errors/graphql-failure.ts';
import type { ApiRelation, ApiTable } from '../schema/api-schema.ts';
import { compileComputed } from './call.ts';
import { compileConnection } from './connection.ts';
import { nodeIdJson } from './node-id.ts';
import { base64Sql, outputValue } from './output-values.ts';
import { PAGE_ARGUMENTS } from './page.ts';
import {
  type CompileScope,
  checkArguments,
  jsonObject,
  type RowRef,
  type RowSource,
  rowOf,
} from './scope.ts';

/** What is asked of a row, as SQL that gives a JSON object. @throws {GraphqlFailure} */
export function compileNode(
  table: ApiTable,
  row: RowRef,
  selections: readonly SelectionSetNode[],
  scope: CompileScope,
): string {
  const fields = collectFields(selections, { name: table.type, isNode: table.key.length > 0 }, scope);
  return jsonObject(
    fields.map((field) => [field.key, scope.budget.deeper(() => compileField(field, table, row, scope))]),
  );
}

function compileField(field: CollectedField, table: ApiTable, row: RowRef, scope: CompileScope): string {
  if (field.name === '__typename') return quoteLiteral(table.type);
  const found = table.fields.get(field.name);
  switch (found?.kind) {
    case undefined:
      return fail(`Unknown field '${field.name}' on type '${table.type}'`);
    case 'nodeId':
      checkArguments(field, []);
      return base64Sql(nodeIdJson(table, row));
    case 'column':
      checkArguments(field, []);
      return outputValue(found.column.type, row.column(found.column.name));
    case 'function':
      return compileComputed(found.function, row, field, scope, compileNode);
    case 'relation':
      return compileRelation(found.relation, field, row, scope);
  }
}

function compileRelation(
  { to, pairs, many }: ApiRelation,
  field: CollectedField,
  row: RowRef,
  scope: CompileScope,
): string {
  const where = (other: RowRef) =>
    pairs.map((pair) => `${other.column(pair.to)} = ${row.column(pair.from)}`).join(' and ');
  if (many) {
    checkArguments(field, PAGE_ARGUMENTS);
    return compileConnection({ ...rowsOf(to), where }, field, scope, compileNode);
  }
  checkArguments(field, []);
  return oneRow(to, where, field.selections, scope);
}

/** All rows of a table that the role sees. */
export function rowsOf(table: ApiTable): RowSource {
  return { table, from: (alias) => `${table.sql} as ${alias}`, row: rowOf, where: () => '' };
}

/** The row that fits, as JSON; NULL without one. @throws {GraphqlFailure} */
export function oneRow(
  table: ApiTable,
  where: (row: RowRef) => string,
  selections: readonly SelectionSetNode[],
  scope: CompileScope,
): string {
  const alias = scope.aliases.next();
  const row = rowOf(alias);
  const node = compileNode(table, row, selections, scope);
  return `(select ${node} from ${table.sql} as ${alias} where ${where(row)} limit 1)`;
}
