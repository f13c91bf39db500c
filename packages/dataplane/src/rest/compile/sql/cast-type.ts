import { RestError } from '../../errors/index.ts';
import { quoteName } from './sql-text.ts';

// Names that the grammar of SQL knows but the catalog does not.
const SQL_NAMES: ReadonlyMap<string, string> = new Map([
  ['int', 'int4'],
  ['integer', 'int4'],
  ['smallint', 'int2'],
  ['bigint', 'int8'],
  ['real', 'float4'],
  ['float', 'float8'],
  ['double precision', 'float8'],
  ['dec', 'numeric'],
  ['decimal', 'numeric'],
  ['boolean', 'bool'],
  ['char', 'bpchar'],
  ['character', 'bpchar'],
  ['character varying', 'varchar'],
  ['bit varying', 'varbit'],
  ['time without time zone', 'time'],
  ['time with time zone', 'timetz'],
  ['timestamp without time zone', 'timestamp'],
  ['timestamp with time zone', 'timestamptz'],
]);
const NAME = String.raw`(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$ ]*)`;
const TYPE = new RegExp(
  String.raw`^\s*(?:(${NAME})\.)?(${NAME})(\(\s*\d{1,4}(?:\s*,\s*-?\d{1,4})?\s*\))?((?:\[\d{0,4}\]){0,6})\s*$`,
  'u',
);

/**
 * A type name of a request as SQL. Its parts are always quoted, so that it can be nothing but the name of a type: one that does
 * not exist is the database's error (42704).
 * @throws {RestError} PGRST100 when the text has another form than `[schema.]name[(n[,m])][[]]`
 */
export function castType(text: string): string {
  const match = TYPE.exec(text);
  if (match === null) throw notAType(text);
  const [, schema, name = '', modifiers = '', brackets = ''] = match;
  if (schema !== undefined) return `${plainName(schema)}.${plainName(name)}${modifiers}${brackets}`;
  if (name.startsWith('"')) return `${plainName(name)}${modifiers}${brackets}`;
  const words = name.trim().toLowerCase().replace(/ +/g, ' ');
  // Without a length, `char` means one character.
  const length = (words === 'char' || words === 'character') && modifiers === '' ? '(1)' : modifiers;
  return `${alwaysQuoted(SQL_NAMES.get(words) ?? words)}${length}${brackets}`;
}

function plainName(part: string): string {
  const name = part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part.trim().toLowerCase();
  return alwaysQuoted(name);
}

// Not left bare when it could be: in the place of a type many a word has a meaning of its own.
function alwaysQuoted(name: string): string {
  const quoted = quoteName(name);
  return quoted.startsWith('"') ? quoted : `"${quoted}"`;
}

function notAType(text: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST100',
    message: '"failed to parse select parameter"',
    details: `"${text.slice(0, 100)}" is not the name of a type`,
  });
}

const UNBOUNDED: ReadonlyMap<string, string> = new Map([
  ['character', 'bpchar'],
  ['bit', 'varbit'],
]);

/**
 * A type of the catalog as the definition of a column: `character` and `bit` without a length would mean a length of one there,
 * whatever the real column's is.
 * @param type as `format_type` writes it, which is SQL already
 */
export function storageType(type: string): string {
  const [, name = type, brackets = ''] = /^([^[\]]*)((?:\[\])*)$/.exec(type) ?? [];
  return `${UNBOUNDED.get(name) ?? name}${brackets}`;
}
