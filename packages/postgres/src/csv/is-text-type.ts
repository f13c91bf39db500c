import { builtInTypeName } from '../values/type-names.ts';

/** Types whose values nobody can make begin with something other than a number, a date, a sign or a letter of their own. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['bool', 'int2', 'int4', 'int8', 'oid', 'float4', 'float8', 'numeric', 'money'],
  ...['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval'],
  ...['uuid', 'bytea', 'bit', 'varbit', 'tid', 'xid', 'xid8', 'pg_lsn'],
]);

/** Whether values of a type can hold text that somebody typed. Types of the database are taken for such. */
export function isTextType(typeId: number): boolean {
  return !PLAIN.has(builtInTypeName(typeId) ?? '');
}
