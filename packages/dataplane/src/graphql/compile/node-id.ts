import { quoteLiteral } from '@basalt/sql';
import type { InputValue } from '../document/input-values.ts';
import { fail } from '../errors/graphql-failure.ts';
import type { ApiTable } from '../schema/api-schema.ts';
import { type ListProblem, readJsonList, type TextList } from './json-lists.ts';
import type { CompileScope, RowRef } from './scope.ts';

const NUMBERS: Readonly<Record<ListProblem, number>> = { base64: 2, utf8: 3, json: 4, 'no-list': 10 };

/** Schema and table, by their names in the database, and the values of the key. */
export interface NodeId {
  readonly schema: string;
  readonly name: string;
  readonly key: TextList;
}

/** @throws {GraphqlFailure} for what is no id of a node */
export function readNodeId(value: InputValue): NodeId {
  if (typeof value !== 'string') fail('Invalid input for ID type');
  const list = readJsonList(value);
  if (typeof list === 'string') return refuse(NUMBERS[list]);
  const [schema = null, name = null, ...key] = list;
  if (schema === null || name === null || key.length === 0) return refuse(5);
  return { schema, name, key };
}

function refuse(number: number): never {
  fail(`Invalid value passed to nodeId argument. Error ${number}`);
}

/** Whether a row has this key. */
export function keyEquals(table: ApiTable, key: TextList, row: RowRef, { values }: CompileScope): string {
  return table.key
    .map(({ name, typeSql }, index) => `${row.column(name)} = ${values.add(key[index] ?? null)}::${typeSql}`)
    .join(' and ');
}

/** The id of a row. */
export function nodeIdJson(table: ApiTable, row: RowRef): string {
  const key = table.key.map(({ name }) => row.column(name));
  return `jsonb_build_array(${[quoteLiteral(table.schema), quoteLiteral(table.name), ...key].join(', ')})`;
}
