import { quoteIdent } from '@basalt/sql';
import type { ExtensionObject } from '../shared/objects.ts';

interface Choice {
  value: string;
  label: string;
}

/** How a kind of index works, with its name in PostgreSQL. */
const METHODS: readonly Choice[] = [
  { value: 'btree', label: 'B-tree: equal, less, greater, sorting' },
  { value: 'hash', label: 'Hash: equal only' },
  { value: 'gin', label: 'GIN: arrays, JSON, text search' },
  { value: 'gist', label: 'GiST: ranges, geometry' },
  { value: 'spgist', label: 'SP-GiST: prefixes, points' },
  { value: 'brin', label: 'BRIN: very large tables in order' },
];
const OF_PGVECTOR: readonly Choice[] = [
  { value: 'hnsw', label: 'HNSW: nearest vectors, fast to read' },
  { value: 'ivfflat', label: 'IVFFlat: nearest vectors, fast to build' },
];
/** What is near, and the operator that asks for it. */
const DISTANCES = [
  { name: 'vector_cosine_ops', label: 'Cosine distance: <=>' },
  { name: 'vector_l2_ops', label: 'Euclidean distance: <->' },
  { name: 'vector_ip_ops', label: 'Inner product: <#>' },
];

type Installed = readonly Pick<ExtensionObject, 'name' | 'schema'>[];

/** The methods that a database has, given its extensions. */
export function indexMethods(extensions: Installed): Choice[] {
  return [...METHODS, ...(schemaOfVectors(extensions) === null ? [] : OF_PGVECTOR)];
}

/**
 * The operator classes among which one has to choose for a method: vectors have no usual one. The values are names as SQL writes
 * them.
 */
export function operatorClasses(method: string, extensions: Installed): Choice[] {
  const schema = schemaOfVectors(extensions);
  if (schema === null || !OF_PGVECTOR.some(({ value }) => value === method)) return [];
  return DISTANCES.map(({ name, label }) => ({ value: `${quoteIdent(schema)}.${name}`, label }));
}

function schemaOfVectors(extensions: Installed): string | null {
  return extensions.find(({ name }) => name === 'vector')?.schema ?? null;
}
