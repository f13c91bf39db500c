import { type ConnectionTarget, withClient } from '@basalt/postgres';
import type { RestSettings } from '@basalt/project';
import { loadSchemaCache } from './load-schema-cache.ts';
import { type Relationship, relationKey, type SchemaCache } from './schema-cache.ts';

export const TEST_SETTINGS: RestSettings = {
  dbSchemas: ['public'],
  dbExtraSearchPath: ['public', 'extensions'],
  dbMaxRows: 1000,
};

/** The schema cache of a fresh database after some SQL (by a superuser), as `authenticator` reads it. */
export async function loadAfter(
  cluster: { createDatabase(): Promise<ConnectionTarget> },
  sql: string,
  settings: Partial<RestSettings> = {},
): Promise<SchemaCache> {
  const address = await cluster.createDatabase();
  await withClient(address, (client) => client.query(`set search_path = public, extensions; ${sql}`));
  return await withClient({ ...address, user: 'authenticator' }, (client) =>
    loadSchemaCache(client, { ...TEST_SETTINGS, ...settings }),
  );
}

/** The relationships of a relation, one readable line each. */
export function relationshipsOf(cache: SchemaCache, name: string, schema = 'public'): string[] {
  return (cache.relationships.get(relationKey({ schema, name })) ?? []).map(line).sort();
}

function line(relationship: Relationship): string {
  const { kind, cardinality, target } = relationship;
  if (kind === 'computed') return `${cardinality} ${target.name} by ${relationship.function.name}()`;
  if (kind === 'key') {
    const pairs = relationship.columns.map((pair) => `${pair.origin}=${pair.target}`).join(',');
    return `${cardinality} ${target.name} on ${pairs} (${relationship.constraint})`;
  }
  const near = relationship.originColumns.map((pair) => `${pair.origin}=${pair.junction}`).join(',');
  const far = relationship.targetColumns.map((pair) => `${pair.junction}=${pair.target}`).join(',');
  return `${cardinality} ${target.name} through ${relationship.junction.name} on ${near} and ${far}`;
}
