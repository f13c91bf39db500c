import type { MaskRule } from '@basalt/contract';
import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type { Column, ForeignKey, Table } from './read-tables.ts';

/** What becomes of a table. */
export interface TablePlan {
  table: Table;
  /** As many rows as stay; null: all. */
  mostRows: number | null;
  /** Of each column. */
  rules: ReadonlyMap<string, MaskRule>;
}

const FIRST_NAMES = [
  'Alex',
  'Bo',
  'Casey',
  'Dana',
  'Eli',
  'Finn',
  'Gale',
  'Hadley',
  'Indra',
  'Jo',
  'Kim',
  'Lee',
  'Max',
  'Noor',
  'Pat',
  'Quinn',
  'Robin',
  'Sam',
  'Toni',
  'Uli',
]; // prettier-ignore
const LAST_NAMES = [
  'Abel',
  'Brook',
  'Clay',
  'Dale',
  'Ember',
  'Field',
  'Grove',
  'Hill',
  'Isle',
  'Jade',
  'Knoll',
  'Lake',
  'Marsh',
  'Nord',
  'Oak',
  'Pond',
  'Reed',
  'Stone',
  'Thorn',
  'Vale',
]; // prettier-ignore
const STREETS = [
  'Birch Road',
  'Cedar Lane',
  'Elm Street',
  'Harbor Way',
  'Juniper Court',
  'Linden Avenue',
  'Mill Street',
  'Station Road',
]; // prettier-ignore
const TRADES = ['Bakery', 'Consulting', 'Foods', 'Industries', 'Labs', 'Logistics', 'Partners', 'Works'];

/** For SQL. */
export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${quoteIdent(schema)}.${quoteIdent(name)}`;

/** Expressions for what stands in the place of a value. The same value gives the same, with the same salt. */
function expressions(value: string, salt: string) {
  const digest = `encode(sha256(convert_to(${quoteLiteral(salt)} || ${value}::text, 'UTF8')), 'hex')`;
  /** A number from 0 on below `below`, by some seven digits of the digest. */
  const number = (below: number, from: number) =>
    `((('x' || substr(${digest}, ${from}, 7))::bit(28)::int) % ${below})`;
  const oneOf = (words: readonly string[], from: number) =>
    `(array[${words.map(quoteLiteral).join(', ')}])[1 + ${number(words.length, from)}]`;
  return { digest, number, oneOf };
}

/** An SQL expression without a type for what a rule makes of a value; null: the value stays. */
function maskedValue(rule: MaskRule, column: Column, salt: string): string | null {
  const value = quoteIdent(column.name);
  const { digest, number, oneOf } = expressions(value, salt);
  switch (rule) {
    case 'keep':
      return null;
    case 'null':
      return column.isNullable ? 'null' : emptyValue(column, digest);
    case 'hash':
      return column.kind === 'uuid' ? `left(${digest}, 32)::uuid` : `left(${digest}, 32)`;
    case 'email':
      return fakeEmail(value, salt);
    case 'name':
      return `${oneOf(FIRST_NAMES, 1)} || ' ' || ${oneOf(LAST_NAMES, 8)}`;
    case 'phone':
      return fakePhone(value, salt);
    case 'address':
      return `(1 + ${number(200, 1)})::text || ' ' || ${oneOf(STREETS, 8)}`;
    case 'company':
      return `${oneOf(LAST_NAMES, 1)} || ' ' || ${oneOf(TRADES, 8)}`;
    case 'url':
      return `'https://example.com/' || left(${digest}, 12)`;
    case 'ip':
      return `'192.0.2.' || ${number(256, 1)}::text`;
    case 'number':
      return `round(${value}::numeric * (0.5 + ${number(1_000, 1)} / 1000.0), scale(${value}::numeric))`;
    case 'date':
      return `${value} + (${number(365, 1)} - 182) * interval '1 day'`;
  }
}

export const fakeEmail = (value: string, salt: string) =>
  `'user-' || left(${expressions(value, salt).digest}, 12) || '@example.com'`;
export const fakePhone = (value: string, salt: string) =>
  `'1555' || lpad(${expressions(value, salt).number(10_000_000, 1)}::text, 7, '0')`;
export const digestOf = (value: string, salt: string) => expressions(value, salt).digest;

/** Where there must be a value. Types of extensions and the like have none that everybody knows. */
function emptyValue({ name, kind, type }: Column, digest: string): string {
  if (kind === 'uuid') return `left(${digest}, 32)::uuid`;
  if (kind === 'document') return `'{}'`;
  if (kind === 'number') return '0';
  if (kind === 'date') return `'2000-01-01'`;
  if (kind === 'address') return `'192.0.2.1'`;
  if (kind === 'text' || type === 'bytea' || type === 'tsvector') return `''`;
  if (type.endsWith('[]')) return `'{}'`;
  throw new RangeError(name);
}

/** The statement that masks a table's values; null: all of them stay. @throws RangeError with a column that cannot be emptied */
export function maskStatement({ table, rules }: TablePlan, salt: string): string | null {
  const changes = table.columns.flatMap((column) => {
    const value = maskedValue(rules.get(column.name) ?? 'null', column, salt);
    return value === null ? [] : [`${quoteIdent(column.name)} = (${value})::${column.type}`];
  });
  if (changes.length === 0) return null;
  return `update ${only(table)}${nameOf(table)} set ${changes.join(', ')}`;
}

/** Tables that inherit from another one are masked by their own rules. */
const only = ({ isPartitioned }: Table) => (isPartitioned ? '' : 'only ');

/** Leaves so many rows: those with the highest keys, which mostly are the newest. */
export function subsetStatement({ table, mostRows }: TablePlan): string | null {
  if (mostRows === null) return null;
  const name = `${only(table)}${nameOf(table)}`;
  if (mostRows === 0) return `delete from ${name}`;
  const order = table.primaryKey.length > 0 ? table.primaryKey.map(quoteIdent) : ['ctid'];
  return `delete from ${name} where (tableoid, ctid) in (
    select tableoid, ctid from ${name} order by ${order.map((each) => `${each} desc`).join(', ')} offset ${mostRows})`;
}

/** Takes away rows, or what they name, whose target is gone. Run again until it changes nothing any more. */
export function orphanStatement(key: ForeignKey): string {
  const child = nameOf({ schema: key.schema, name: key.table });
  const parent = nameOf({ schema: key.targetSchema, name: key.target });
  const names = key.columns.map((column) => `c.${quoteIdent(column)}`);
  const same = key.targetColumns.map((column, at) => `p.${quoteIdent(column)} = ${names[at]}`);
  const where = `${names.map((name) => `${name} is not null`).join(' and ')}
    and not exists (select from ${parent} p where ${same.join(' and ')})`;
  return key.setsNull
    ? `update ${child} c set ${key.columns.map((column) => `${quoteIdent(column)} = null`).join(', ')} where ${where}`
    : `delete from ${child} c where ${where}`;
}
