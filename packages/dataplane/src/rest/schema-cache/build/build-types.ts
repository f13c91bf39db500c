import type { CastRow, TypeRow } from '@basalt/postgres/catalog';
import type { DataRepresentation, QualifiedName } from '../schema-cache.ts';

export interface DatabaseType {
  /** As `Column.type`. */
  name: string;
  kind: 'base' | 'composite' | 'domain' | 'enum' | 'pseudo' | 'other';
  /** What a domain stands for in the end; of other types the name itself. */
  baseName: string;
  baseOid: number;
  isArray: boolean;
  isComposite: boolean;
  notNull: boolean;
  /** Of a domain: its default. */
  default: string | null;
  /** Of a domain: the modifier of its base, -1 without. */
  modifier: number;
  enumValues: readonly string[];
  /** The table or view whose rows are of this type. */
  relation: QualifiedName | null;
  representation: DataRepresentation | null;
  /** Schema and name without quotes. */
  bare: QualifiedName;
}

const KINDS: Record<string, DatabaseType['kind']> = {
  b: 'base',
  c: 'composite',
  d: 'domain',
  e: 'enum',
  p: 'pseudo',
};
const JSON_OID = 114;
const NO_VALUES: readonly string[] = [];

/** The types that columns, arguments and results have, by oid. */
export function buildTypes(rows: {
  types: readonly TypeRow[];
  casts: readonly CastRow[];
}): ReadonlyMap<number, DatabaseType> {
  const types = new Map<number, DatabaseType>();
  const raw = new Map(rows.types.map((row) => [row.oid, row]));
  const representations = buildRepresentations(rows.casts);
  for (const row of rows.types) {
    const { oid, name, schema, bareName } = row;
    let base = row;
    let { modifier, notNull } = row;
    let inherited = row.default;
    // Domains of domains: each adds its checks, the innermost modifier counts.
    for (let next = raw.get(base.base); base.kind === 'd' && next; next = raw.get(base.base)) {
      base = next;
      if (base.kind !== 'd') break;
      if (base.modifier !== -1) modifier = base.modifier;
      inherited ??= base.default;
      notNull ||= base.notNull;
    }
    const { relation } = base;
    types.set(oid, {
      name,
      kind: KINDS[row.kind] ?? 'other',
      baseName: base.name,
      baseOid: base.oid,
      isArray: base.isArray,
      isComposite: base.kind === 'c',
      notNull,
      default: inherited,
      modifier,
      enumValues: base.enumLabels ?? NO_VALUES,
      relation: relation && { schema: relation[0], name: relation[1] },
      representation: representations.get(oid) ?? null,
      bare: { schema, name: bareName },
    });
  }
  return types;
}

function buildRepresentations(casts: readonly CastRow[]): ReadonlyMap<number, DataRepresentation> {
  const found = new Map<number, DataRepresentation>();
  const add = (domain: number, part: Partial<DataRepresentation>) => {
    const before = found.get(domain) ?? { toJson: null, fromJson: null, fromText: null };
    found.set(domain, { ...before, ...part });
  };
  for (const { source, target, schema, name } of casts) {
    if (target === JSON_OID) add(source, { toJson: { schema, name } });
    else if (source === JSON_OID) add(target, { fromJson: { schema, name } });
    else add(target, { fromText: { schema, name } });
  }
  return found;
}
