/** Types by the names that PostgreSQL writes, with other words people know them by. */
const TYPES: readonly (readonly [type: string, words: string])[] = [
  ['text', 'string varchar'],
  ['bigint', 'int8 integer number'],
  ['integer', 'int4 int number'],
  ['smallint', 'int2 number'],
  ['numeric', 'decimal money number'],
  ['double precision', 'float8 float number'],
  ['real', 'float4 float number'],
  ['boolean', 'bool true false'],
  ['uuid', 'guid id'],
  ['timestamp with time zone', 'timestamptz date time'],
  ['timestamp without time zone', 'timestamp date time'],
  ['date', 'day'],
  ['time without time zone', 'time'],
  ['time with time zone', 'timetz'],
  ['interval', 'duration'],
  ['jsonb', 'json object'],
  ['json', 'object'],
  ['bytea', 'bytes binary blob'],
  ['character varying', 'varchar string'],
  ['character(1)', 'char bpchar'],
  ['inet', 'ip address'],
  ['cidr', 'ip network'],
  ['macaddr', 'mac address'],
  ['point', 'geometry'],
  ['tsvector', 'search full text'],
  ['int4range', 'range'],
  ['int8range', 'range'],
  ['numrange', 'range'],
  ['daterange', 'range'],
  ['tstzrange', 'range'],
  ['bit varying', 'varbit'],
  ['xml', ''],
];

/** What types of well-known extensions usually say more of, after their name. */
const MODIFIERS: readonly (readonly [name: RegExp, modifier: string, words: string])[] = [
  [/(?:^|\.)(?:vector|halfvec)$/, '(1536)', 'embedding pgvector'],
  [/(?:^|\.)(?:geometry|geography)$/, '(Point,4326)', 'postgis place map'],
];

/** A type of the database, first in the form in which columns usually have it. */
function withModifiers(type: string): [type: string, words: string][] {
  const found = MODIFIERS.find(([name]) => name.test(type));
  if (found === undefined) return [[type, '']];
  const [, modifier, words] = found;
  return [
    [`${type}${modifier}`, words],
    [type, words],
  ];
}

/**
 * The types that a search finds, those of the database first.
 * @param own types that the database's people have made, as SQL writes them
 */
export function matchTypes(search: string, own: readonly string[]): string[] {
  const wanted = search.trim().toLowerCase();
  const known = [...own.flatMap(withModifiers), ...TYPES];
  const found = known.filter(([type, words]) => `${type.toLowerCase()} ${words}`.includes(wanted));
  return [...new Set(found.map(([type]) => type))];
}

const DEFAULTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\[\]$/, []],
  [/^uuid$/, ['gen_random_uuid()', 'auth.uid()']],
  [/^timestamp/, ['now()']],
  [/^date$/, ['current_date']],
  [/^time /, ['localtime']],
  [/^boolean$/, ['false', 'true']],
  [/^jsonb?$/, ["'{}'", "'[]'"]],
  [/^(?:text|character)/, ["''"]],
  [/^(?:bigint|integer|smallint|numeric|real|double)/, ['0']],
];

/** Defaults that are usual for a type. */
export function defaultSuggestions(type: string): string[] {
  const name = type.trim().toLowerCase();
  if (name.endsWith('[]')) return [`'{}'::${type.trim()}`];
  return [...(DEFAULTS.find(([pattern]) => pattern.test(name))?.[1] ?? [])];
}

export function isArray(type: string): boolean {
  return type.trim().endsWith(']');
}

export function toggleArray(type: string, on: boolean): string {
  const element = type.trim().replace(/(?:\[\d*\])+$/, '');
  return on ? `${element}[]` : element;
}
