import { arrayText } from '../../rest/compile/sql/sql-text.ts';
import { EnumWord, type InputValue } from '../document/input-values.ts';
import { fail } from '../errors/graphql-failure.ts';
import { typeNameOf, type ValueType } from '../schema/value-types.ts';
import type { CompileScope } from './scope.ts';

/**
 * A value as SQL: a parameter, cast to the type that it is for.
 * @throws {GraphqlFailure} for a value of another type
 */
export function bindValue(type: ValueType, value: InputValue, { values }: CompileScope): string {
  return `${values.add(inputText(type, value))}::${type.sql}`;
}

/** A list of values of the element's type, for `= any(…)`. */
export function bindList(type: ValueType, value: InputValue, { values }: CompileScope): string {
  return `${values.add(listText(type, value))}::${type.elementSql}[]`;
}

/** As PostgreSQL reads it. @throws {GraphqlFailure} for a value of another type */
function inputText(type: ValueType, value: InputValue): string | null {
  if (value === null) return null;
  return type.isList ? listText(type, value) : elementText(type, value);
}

/** One value stands for a list of one. */
function listText(type: ValueType, value: InputValue): string {
  const list = Array.isArray(value) ? (value as readonly InputValue[]) : [value];
  const texts = list.map((one) => (one === null ? null : elementText(type, one)));
  if (!texts.includes(null)) return arrayText(texts as string[]);
  return `{${texts.map((text) => (text === null ? 'NULL' : arrayText([text]).slice(1, -1))).join(',')}}`;
}

function elementText(type: ValueType, value: InputValue): string {
  if (type.enum !== null) {
    const word = value instanceof EnumWord ? value.name : value;
    const label = typeof word === 'string' ? type.enum.values.get(word) : undefined;
    return label ?? wrong(type);
  }
  switch (type.scalar) {
    case 'Int':
      return isInteger(value) ? String(value) : wrong(type);
    case 'BigInt':
      return isInteger(value) || (typeof value === 'string' && /^[+-]?\d+$/.test(value))
        ? String(value)
        : wrong(type);
    case 'Float':
      return typeof value === 'number' || typeof value === 'bigint' ? String(value) : wrong(type);
    case 'BigFloat':
      return typeof value === 'string' ? value : fail('Invalid input for BigFloat type. String required');
    case 'Boolean':
      return typeof value === 'boolean' ? String(value) : wrong(type);
    case 'Opaque':
      return typeof value === 'object' && !(value instanceof EnumWord)
        ? wrong(type)
        : String(value instanceof EnumWord ? value.name : value);
    default:
      return typeof value === 'string' ? checkLength(type, value) : wrong(type);
  }
}

function isInteger(value: InputValue): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/** A cast would cut what is too long. PostgreSQL counts characters, so neither must bytes count here. */
function checkLength({ scalar, maxLength }: ValueType, value: string): string {
  if (maxLength !== null && value.length > maxLength && [...value].length > maxLength)
    fail(`Invalid input for ${scalar} type. Maximum character length ${maxLength}`);
  return value;
}

function wrong(type: ValueType): never {
  fail(`Invalid input for ${typeNameOf(type)} type`);
}
