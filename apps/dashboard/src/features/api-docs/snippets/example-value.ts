import type { Json } from './javascript.ts';

/** What a type is to somebody who writes a value of it. */
export type ValueKind =
  | 'integer'
  | 'number'
  | 'boolean'
  | 'text'
  | 'json'
  | 'array'
  | 'uuid'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'interval'
  | 'bytes'
  | 'other';

const KINDS: Readonly<Record<string, ValueKind>> = {
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  oid: 'integer',
  float4: 'number',
  float8: 'number',
  real: 'number',
  'double precision': 'number',
  numeric: 'number',
  money: 'number',
  bool: 'boolean',
  boolean: 'boolean',
  text: 'text',
  varchar: 'text',
  'character varying': 'text',
  bpchar: 'text',
  character: 'text',
  name: 'text',
  citext: 'text',
  json: 'json',
  jsonb: 'json',
  uuid: 'uuid',
  date: 'date',
  time: 'time',
  'time without time zone': 'time',
  timetz: 'time',
  'time with time zone': 'time',
  timestamp: 'timestamp',
  'timestamp without time zone': 'timestamp',
  timestamptz: 'timestamp',
  'timestamp with time zone': 'timestamp',
  interval: 'interval',
  bytea: 'bytes',
};

/** The kind of a type, by its short name (`int8`, `_text`) or as SQL writes it (`bigint`, `text[]`). */
export function kindOf(type: string): ValueKind {
  if (type.startsWith('_') || type.endsWith('[]')) return 'array';
  return KINDS[type.replace(/^(?:pg_catalog|extensions)\./, '')] ?? 'other';
}

/** What a type is in JSON. */
export function jsonTypeOf(type: string): string {
  const kind = kindOf(type);
  if (kind === 'integer' || kind === 'number') return 'number';
  if (kind === 'boolean' || kind === 'array' || kind === 'json') return kind;
  return 'string';
}

const SPECIAL: Readonly<Record<string, readonly [Json, Json]>> = {
  inet: ['192.0.2.1', '192.0.2.2'],
  cidr: ['192.0.2.0/24', '198.51.100.0/24'],
  macaddr: ['08:00:2b:01:02:03', '08:00:2b:01:02:04'],
  point: ['(1,2)', '(3,4)'],
  int4range: ['[1,10)', '[10,20)'],
  int8range: ['[1,10)', '[10,20)'],
  numrange: ['[1,10)', '[10,20)'],
  daterange: ['[2026-01-01,2026-02-01)', '[2026-02-01,2026-03-01)'],
  bit: ['1', '0'],
  varbit: ['101', '110'],
  xml: ['<a/>', '<b/>'],
  tsvector: ['example', 'another'],
};

const PAIRS: Readonly<Record<Exclude<ValueKind, 'array' | 'other'>, readonly [Json, Json]>> = {
  integer: [1, 2],
  number: [1.5, 2.5],
  boolean: [true, false],
  text: ['example', 'another'],
  json: [{ key: 'example' }, { key: 'another' }],
  uuid: ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'],
  date: ['2026-01-31', '2026-02-28'],
  time: ['12:30:00', '18:45:00'],
  timestamp: ['2026-01-31T12:30:00+00:00', '2026-02-28T18:45:00+00:00'],
  interval: ['01:30:00', '02:45:00'],
  bytes: ['\\x68656c6c6f', '\\x776f726c64'],
};

/** A value that a type takes, as JSON; the second of two is another one. */
export function exampleValue(type: string, enums: readonly string[] = [], which: 0 | 1 = 0): Json {
  const [first] = enums;
  if (first !== undefined) return enums[which] ?? first;
  const kind = kindOf(type);
  if (kind === 'array') return [exampleValue(elementOf(type), [], 0), exampleValue(elementOf(type), [], 1)];
  if (kind === 'other') return (SPECIAL[type] ?? PAIRS.text)[which];
  return PAIRS[kind][which];
}

function elementOf(type: string): string {
  return type.startsWith('_') ? type.slice(1) : type.replace(/(?:\[\])+$/, '');
}
