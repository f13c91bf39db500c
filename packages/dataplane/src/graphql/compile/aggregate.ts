import { quoteLiteral } from '@basalt/sql';
import { type CollectedField, collectFields } from '../document/collect-fields.ts';
import { fail } from '../errors/graphql-failure.ts';
import type { ApiColumn, ApiTable } from '../schema/api-schema.ts';
import type { Scalar } from '../schema/value-types.ts';
import { type CompileScope, jsonObject, type RowRef } from './scope.ts';

export const AGGREGATES = ['sum', 'avg', 'min', 'max'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

const NUMBERS: ReadonlySet<Scalar> = new Set(['Int', 'BigInt', 'Float', 'BigFloat']);
const ORDERED: ReadonlySet<Scalar> = new Set(['String', 'Date', 'Time', 'Datetime']);

/** Whether an aggregate can be taken of a column. */
export function canAggregate(aggregate: Aggregate, { type }: ApiColumn): boolean {
  if (type.isList || type.enum !== null) return false;
  return (
    NUMBERS.has(type.scalar) || ((aggregate === 'min' || aggregate === 'max') && ORDERED.has(type.scalar))
  );
}

/** `Sum` + `AggregateResult` */
export function aggregateTypeName(table: ApiTable, aggregate: Aggregate): string {
  return `${table.type}${aggregate.charAt(0).toUpperCase()}${aggregate.slice(1)}AggregateResult`;
}

/** What is asked of all rows together, as JSON: to be selected from them. @throws {GraphqlFailure} */
export function compileAggregate(
  field: CollectedField,
  table: ApiTable,
  row: RowRef,
  scope: CompileScope,
): string {
  const fields = collectFields(field.selections, { name: `${table.type}Aggregate` }, scope);
  return jsonObject(
    fields.map((asked) => {
      const { key, name } = asked;
      if (name === '__typename') return [key, quoteLiteral(`${table.type}Aggregate`)];
      if (name === 'count') return [key, 'count(*)'];
      const aggregate = AGGREGATES.find((one) => one === name);
      if (aggregate === undefined) fail('unknown field in aggregate');
      return [key, compileColumns(asked, aggregate, table, row, scope)];
    }),
  );
}

function compileColumns(
  field: CollectedField,
  aggregate: Aggregate,
  table: ApiTable,
  row: RowRef,
  scope: CompileScope,
): string {
  const typeName = aggregateTypeName(table, aggregate);
  const fields = collectFields(field.selections, { name: typeName }, scope);
  return jsonObject(
    fields.map(({ key, name }) => {
      if (name === '__typename') return [key, quoteLiteral(typeName)];
      const column = table.columns.find((one) => one.field === name && canAggregate(aggregate, one));
      if (column === undefined) fail(`Unknown field '${name}' on type '${typeName}'`);
      return [key, `${aggregate}(${row.column(column.name)})`];
    }),
  );
}
