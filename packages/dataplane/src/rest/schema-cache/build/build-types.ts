import type { CatalogRows } from '../catalog/catalog-rows.ts';
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
  typmod: number;
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
export function buildTypes(rows: Pick<CatalogRows, 'type' | 'cast'>): ReadonlyMap<number, DatabaseType> {
  const types = new Map<number, DatabaseType>();
  const raw = new Map(rows.type.map((row) => [row[0], row]));
  const representations = buildRepresentations(rows.cast);
  for (const row of rows.type) {
    const [oid, name, typtype, , , , notNull, ownDefault, , , schema, bareName] = row;
    let base = row;
    let typmod = row[5];
    let inherited = ownDefault;
    let required = notNull;
    // Domains of domains: each adds its checks, the innermost modifier counts.
    for (let next = raw.get(base[4]); base[2] === 'd' && next; next = raw.get(base[4])) {
      base = next;
      if (base[2] !== 'd') break;
      if (base[5] !== -1) typmod = base[5];
      inherited ??= base[7];
      required ||= base[6];
    }
    const relation = base[8];
    types.set(oid, {
      name,
      kind: KINDS[typtype] ?? 'other',
      baseName: base[1],
      baseOid: base[0],
      isArray: base[3],
      isComposite: base[2] === 'c',
      notNull: required,
      default: inherited,
      typmod,
      enumValues: base[9] ?? NO_VALUES,
      relation: relation && { schema: relation[0], name: relation[1] },
      representation: representations.get(oid) ?? null,
      bare: { schema, name: bareName },
    });
  }
  return types;
}

function buildRepresentations(casts: CatalogRows['cast']): ReadonlyMap<number, DataRepresentation> {
  const found = new Map<number, DataRepresentation>();
  const add = (domain: number, part: Partial<DataRepresentation>) => {
    const before = found.get(domain) ?? { toJson: null, fromJson: null, fromText: null };
    found.set(domain, { ...before, ...part });
  };
  for (const [source, target, schema, name] of casts) {
    if (target === JSON_OID) add(source, { toJson: { schema, name } });
    else if (source === JSON_OID) add(target, { fromJson: { schema, name } });
    else add(target, { fromText: { schema, name } });
  }
  return found;
}
