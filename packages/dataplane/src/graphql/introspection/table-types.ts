import { AGGREGATES, type Aggregate, aggregateTypeName, canAggregate } from '../compile/aggregate.ts';
import { filterTypeName, operatorsOf } from '../compile/filter.ts';
import { isOrderable } from '../compile/order.ts';
import type { ApiArgument, ApiColumn, ApiFunction, ApiTable, TableField } from '../schema/api-schema.ts';
import { typeNameOf, type ValueType } from '../schema/value-types.ts';
import {
  type FieldDefinition,
  field,
  type InputDefinition,
  input,
  inputObject,
  object,
  type TypeDefinition,
  type TypeRef,
} from './type-definition.ts';

export function valueRef(type: ValueType): TypeRef {
  return type.isList ? `[${typeNameOf(type)}]` : typeNameOf(type);
}

/** Whether readers of the schema may know the type. */
function isShownType({ enum: of }: ValueType): boolean {
  return of === null || of.shown;
}

export function pageArguments({ type }: ApiTable): InputDefinition[] {
  return [
    input('first', 'Int'),
    input('last', 'Int'),
    input('before', 'Cursor'),
    input('after', 'Cursor'),
    input('offset', 'Int'),
    input('filter', `${type}Filter`),
    input('orderBy', `[${type}OrderBy!]`),
  ];
}

/** A function as a field. Null when its type is kept from readers. */
export function functionField({
  name,
  arguments: taken,
  returns,
  description,
}: ApiFunction): FieldDefinition | null {
  const args = taken.map(argumentDefinition);
  switch (returns.kind) {
    case 'void':
      return field(name, 'Opaque', args, description);
    case 'value':
      return isShownType(returns.type) ? field(name, valueRef(returns.type), args, description) : null;
    case 'row':
      return returns.table.shown ? field(name, returns.table.type, args, description) : null;
    case 'rows': {
      const { table } = returns;
      return table.shown
        ? field(name, `${table.type}Connection`, [...args, ...pageArguments(table)], description)
        : null;
    }
  }
}

function argumentDefinition({ field: name, type, required, defaultValue }: ApiArgument): InputDefinition {
  return input(name, `${valueRef(type)}${required ? '!' : ''}`, defaultValue);
}

/** The types that a table gives to the API. */
export function tableTypes(table: ApiTable): TypeDefinition[] {
  const { type, key } = table;
  const fields = [...table.fields].flatMap(([name, found]) =>
    name.startsWith('__') ? [] : (rowField(name, found) ?? []),
  );
  const row: TypeDefinition = {
    ...object(type, fields, table.description ?? `A row of ${type}.`),
    interfaces: key.length > 0 ? ['Node'] : [],
  };
  return [row, ...(key.length > 0 ? readTypes(table) : []), ...writeTypes(table)];
}

function rowField(name: string, found: TableField): FieldDefinition | null {
  switch (found.kind) {
    case 'nodeId':
      return field(name, 'ID!', [], 'Names the row among all rows of the project.');
    case 'column':
      return isShownType(found.column.type) ? columnField(found.column) : null;
    case 'function':
      return functionField(found.function);
    case 'relation': {
      const { to, many, nonNull } = found.relation;
      if (!to.shown) return null;
      if (many) return field(name, `${to.type}Connection`, pageArguments(to));
      return field(name, `${to.type}${nonNull ? '!' : ''}`);
    }
  }
}

function columnField({ field: name, type, notNull, description }: ApiColumn): FieldDefinition {
  return field(name, `${valueRef(type)}${notNull ? '!' : ''}`, [], description);
}

function shownColumns(columns: readonly ApiColumn[]): ApiColumn[] {
  return columns.filter(({ shown, type }) => shown && isShownType(type));
}

function readTypes(table: ApiTable): TypeDefinition[] {
  const { type } = table;
  const columns = shownColumns(table.columns);
  const filter = `${type}Filter`;
  const filters = columns.flatMap((column) =>
    operatorsOf(column.type) === null ? [] : input(column.field, filterTypeName(column.type)),
  );
  const taken = new Set(filters.map(({ name }) => name));
  const operators = [
    input('nodeId', 'IDFilter'),
    input('and', `[${filter}!]`),
    input('or', `[${filter}!]`),
    input('not', filter),
  ].filter(({ name }) => !taken.has(name));
  const orders = columns.filter(isOrderable).map(({ field: name }) => input(name, 'OrderByDirection'));
  const connection = [
    field('edges', `[${type}Edge!]!`),
    field('pageInfo', 'PageInfo!'),
    ...(table.totalCount
      ? [field('totalCount', 'Int!', [], 'How many rows fit, on all pages together.')]
      : []),
    ...(table.aggregate ? [field('aggregate', `${type}Aggregate`)] : []),
  ];
  return [
    object(`${type}Connection`, connection, `A page of ${type}.`),
    object(
      `${type}Edge`,
      [field('cursor', 'String!'), field('node', `${type}!`)],
      `A row of ${type} with its place in the order.`,
    ),
    inputObject(filter, [...filters, ...operators], `Which rows of ${type}.`),
    ...(orders.length > 0 ? [inputObject(`${type}OrderBy`, orders, `The order of rows of ${type}.`)] : []),
    ...(table.aggregate ? aggregateTypes(table, columns) : []),
  ];
}

function aggregateTypes(table: ApiTable, columns: readonly ApiColumn[]): TypeDefinition[] {
  const results = AGGREGATES.flatMap((aggregate) => {
    const fields = columns
      .filter((column) => canAggregate(aggregate, column))
      .map((column) => field(column.field, aggregateRef(aggregate, column)));
    const name = aggregateTypeName(table, aggregate);
    return fields.length === 0
      ? []
      : { aggregate, definition: object(name, fields, `Results of ${aggregate}.`) };
  });
  const fields = results.map(({ aggregate, definition }) => field(aggregate, definition.name));
  const name = `${table.type}Aggregate`;
  return [
    object(name, [field('count', 'Int!'), ...fields], `What rows of ${table.type} come to.`),
    ...results.map(({ definition }) => definition),
  ];
}

function aggregateRef(aggregate: Aggregate, { type: { scalar } }: ApiColumn): TypeRef {
  const isInteger = scalar === 'Int' || scalar === 'BigInt';
  if (aggregate === 'avg') return 'BigFloat';
  if (aggregate === 'sum') return isInteger ? 'BigInt' : 'BigFloat';
  return scalar === 'Float' ? 'BigFloat' : scalar;
}

function writeTypes(table: ApiTable): TypeDefinition[] {
  const { type } = table;
  const inputs = (columns: readonly ApiColumn[]) =>
    shownColumns(columns).map((column) => input(column.field, valueRef(column.type)));
  const response = (name: string, verb: string) =>
    object(
      `${type}${name}`,
      [
        field('affectedCount', 'Int!', [], 'How many rows it was.'),
        field('records', `[${type}!]!`, [], 'These rows.'),
      ],
      `What was ${verb}.`,
    );
  const inserts = inputs(table.insertColumns);
  const updates = inputs(table.updateColumns);
  return [
    ...(inserts.length > 0
      ? [inputObject(`${type}InsertInput`, inserts), response('InsertResponse', 'inserted')]
      : []),
    ...(updates.length > 0
      ? [inputObject(`${type}UpdateInput`, updates), response('UpdateResponse', 'updated')]
      : []),
    ...(table.canDelete ? [response('DeleteResponse', 'deleted')] : []),
  ];
}
