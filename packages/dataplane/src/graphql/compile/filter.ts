import { EnumWord, type InputValue, isInputObject } from '../document/input-values.ts';
import { fail } from '../errors/graphql-failure.ts';
import type { ApiColumn, ApiTable } from '../schema/api-schema.ts';
import { typeNameOf, type ValueType } from '../schema/value-types.ts';
import { bindList, bindValue } from './input-texts.ts';
import { keyEquals, readNodeId } from './node-id.ts';
import type { CompileScope, RowRef } from './scope.ts';

const COMPARED = ['eq', 'gt', 'gte', 'in', 'is', 'lt', 'lte', 'neq'];
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  ID: ['eq'],
  Boolean: ['eq', 'is'],
  Opaque: ['eq', 'is'],
  UUID: ['eq', 'in', 'is', 'neq'],
  String: [...COMPARED, 'ilike', 'iregex', 'like', 'regex', 'startsWith'].sort(),
};
const ENUM_OPERATORS = ['eq', 'in', 'is', 'neq'];
const LIST_OPERATORS = ['containedBy', 'contains', 'eq', 'is', 'overlaps'];

const SIGNS: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  contains: '@>',
  containedBy: '<@',
  overlaps: '&&',
};
/** Their right side is a pattern and not a value of the column's type. */
const PATTERNS: Readonly<Record<string, string>> = {
  like: 'like',
  ilike: 'ilike',
  regex: '~',
  iregex: '~*',
};

/** What a column can be filtered by, null when it cannot. */
export function operatorsOf({ enum: of, scalar, isList }: ValueType): readonly string[] | null {
  if (of !== null) return isList ? null : ENUM_OPERATORS;
  if (scalar === 'JSON') return null;
  return isList ? LIST_OPERATORS : (OPERATORS[scalar] ?? COMPARED);
}

/** The name of the input type that filters a column. */
export function filterTypeName(type: ValueType): string {
  return `${typeNameOf(type)}${type.isList ? 'List' : ''}Filter`;
}

/**
 * A filter as a condition, null when it lets every row through.
 * @throws {GraphqlFailure} for what is no filter of this table
 */
export function compileFilter(
  value: InputValue | undefined,
  table: ApiTable,
  row: RowRef,
  scope: CompileScope,
): string | null {
  if (value === undefined || value === null) return null;
  if (!isInputObject(value)) fail(`Invalid input for ${table.type}Filter type`);
  const columns = new Map(table.columns.map((column) => [column.field, column]));
  const conditions: string[] = [];
  const extra: string[] = [];
  for (const [name, given] of Object.entries(value)) {
    scope.budget.condition();
    const column = columns.get(name);
    const operators = column === undefined ? null : operatorsOf(column.type);
    let condition: string | null = null;
    if (column !== undefined && operators !== null)
      condition = compileColumn(column, operators, given, row, scope);
    else if (name === 'nodeId' && table.key.length > 0) condition = compileNodeId(given, table, row, scope);
    else if (name === 'not') condition = negated(compileFilter(given, table, row, scope));
    else if (name === 'and' || name === 'or') condition = compileGroup(name, given, table, row, scope);
    else extra.push(name);
    if (condition !== null) conditions.push(condition);
  }
  if (extra.length > 0)
    fail(`Input for type ${table.type}Filter contains extra keys ${JSON.stringify(extra)}`);
  return joined(conditions, 'and');
}

function compileGroup(
  word: 'and' | 'or',
  value: InputValue,
  table: ApiTable,
  row: RowRef,
  scope: CompileScope,
): string | null {
  if (value === null) return null;
  const list = Array.isArray(value) ? (value as readonly InputValue[]) : [value];
  const parts = list.flatMap((one) => compileFilter(one, table, row, scope) ?? []);
  return joined(parts, word);
}

function joined(conditions: readonly string[], word: 'and' | 'or'): string | null {
  if (conditions.length <= 1) return conditions[0] ?? null;
  return `(${conditions.join(` ${word} `)})`;
}

function negated(condition: string | null): string | null {
  return condition === null ? null : `not (${condition})`;
}

function compileColumn(
  column: ApiColumn,
  operators: readonly string[],
  value: InputValue,
  row: RowRef,
  scope: CompileScope,
): string | null {
  if (value === null) return null;
  const name = filterTypeName(column.type);
  if (!isInputObject(value)) fail(`Invalid input for ${name} type`);
  const entries = Object.entries(value);
  const extra = entries.map(([operator]) => operator).filter((operator) => !operators.includes(operator));
  if (extra.length > 0) fail(`Input for type ${name} contains extra keys ${JSON.stringify(extra)}`);
  const left = row.column(column.name);
  const conditions = entries.map(([operator, operand]) => {
    scope.budget.condition();
    return compileOperator(left, operator, operand, column.type, scope);
  });
  return joined(conditions, 'and');
}

function compileOperator(
  left: string,
  operator: string,
  operand: InputValue,
  type: ValueType,
  scope: CompileScope,
): string {
  if (operator === 'is') return `${left} is ${readIs(operand)}`;
  // Nothing is equal to null, nor unequal: no row fits, however it is turned.
  if (operand === null) return 'null::boolean';
  if (operator === 'in') return `${left} = any(${bindList(type, operand, scope)})`;
  const sign = SIGNS[operator];
  if (sign !== undefined) return `${left} ${sign} ${bindValue(type, operand, scope)}`;
  const pattern = bindValue({ ...type, sql: 'text' }, operand, scope);
  const word = PATTERNS[operator];
  return word === undefined ? `${left}::text ^@ ${pattern}` : `${left} ${word} ${pattern}`;
}

function readIs(operand: InputValue): string {
  const word = operand instanceof EnumWord ? operand.name : operand;
  if (word === 'NULL') return 'null';
  if (word === 'NOT_NULL') return 'not null';
  fail('Error transpiling Is filter value type');
}

function compileNodeId(value: InputValue, table: ApiTable, row: RowRef, scope: CompileScope): string | null {
  if (value === null) return null;
  if (!isInputObject(value)) fail('Invalid input for IDFilter type');
  const extra = Object.keys(value).filter((name) => name !== 'eq');
  if (extra.length > 0) fail(`Input for type IDFilter contains extra keys ${JSON.stringify(extra)}`);
  if (value.eq === undefined) return null;
  if (value.eq === null) return 'null::boolean';
  const { schema, name, key } = readNodeId(value.eq);
  if (schema !== table.schema || name !== table.name || key.length !== table.key.length)
    fail('nodeId belongs to a different collection');
  return keyEquals(table, key, row, scope);
}
