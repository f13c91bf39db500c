import type { TypeRow } from '../catalog/types.ts';
import type { TypedSchemas } from './read-typed-schemas.ts';

/** Values as they come in JSON. */
const BUILT_IN: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  oid: 'number',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
  record: 'Record<string, unknown>',
};
const TEXTS = new Set(
  'bytea bpchar varchar name text citext char date time timetz timestamp timestamptz interval uuid inet cidr macaddr macaddr8 money bit varbit xml tsvector tsquery vector halfvec sparsevec ltree'.split(
    ' ',
  ),
);

/** A name as a property: in quotes where it is no identifier. */
export function property(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Lines two spaces further in. */
export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? line : `  ${line}`));
}

/** How a type of the database is written in TypeScript. */
export type TypeText = (oid: number) => string;

/** @param included names of the schemas that are written out; of others an enum is written as its values */
export function typeTexts(schemas: TypedSchemas, included: ReadonlySet<string>): TypeText {
  const types = new Map(schemas.types.map((type) => [type.oid, type]));
  const parts = new Map(schemas.typeParts.map((part) => [part.oid, part]));

  const textOf = (oid: number, within: readonly number[] = []): string => {
    const type = types.get(oid);
    // A composite type may hold arrays of itself.
    if (type === undefined || within.includes(oid)) return 'unknown';
    const inside = [...within, oid];
    const element = parts.get(oid)?.element ?? 0;
    if (type.isArray && element !== 0) return arrayOf(textOf(element, inside));
    if (type.kind === 'd') return textOf(type.base, inside);
    if (type.kind === 'e') return enumText(type, included);
    if (type.kind === 'c') return compositeText(type, inside);
    if (type.kind === 'r' || type.kind === 'm') return type.kind === 'r' ? 'string' : 'unknown';
    return BUILT_IN[type.bareName] ?? (TEXTS.has(type.bareName) ? 'string' : 'unknown');
  };

  const compositeText = (type: TypeRow, within: readonly number[]): string => {
    const [schema = type.schema, name = type.bareName] = type.relation ?? [];
    if (included.has(schema)) {
      if (type.relation === null) return member(schema, 'CompositeTypes', name);
      const relation = schemas.relations.find((each) => each.schema === schema && each.name === name);
      return `${member(schema, isTable(relation?.kind) ? 'Tables' : 'Views', name)}["Row"]`;
    }
    const attributes = parts.get(type.oid)?.attributes ?? [];
    if (attributes.length === 0) return 'unknown';
    return `{ ${attributes.map(([each, oid]) => `${property(each)}: ${textOf(oid, within)} | null`).join('; ')} }`;
  };
  return (oid) => textOf(oid);
}

export function isTable(kind: string | undefined): boolean {
  return kind === 'r' || kind === 'p' || kind === 'f';
}

function enumText({ schema, bareName, enumLabels }: TypeRow, included: ReadonlySet<string>): string {
  return included.has(schema) ? member(schema, 'Enums', bareName) : unionOf(enumLabels ?? []);
}

/** Enum values as a type. */
export function unionOf(labels: readonly string[]): string {
  return labels.length === 0 ? 'never' : labels.map((label) => JSON.stringify(label)).join(' | ');
}

function member(schema: string, group: string, name: string): string {
  return `Database[${JSON.stringify(schema)}]["${group}"][${JSON.stringify(name)}]`;
}

export function arrayOf(text: string): string {
  return /[ |]/.test(text) && !text.startsWith('Record<') ? `(${text})[]` : `${text}[]`;
}
