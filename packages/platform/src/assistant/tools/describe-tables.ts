import { loadCompletionCatalog } from '@basalt/postgres/catalog';
import { withDatabase } from '../../database/with-database.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { READ_ONLY_ROLE } from '../../project-cluster/roles.ts';
import type { ProjectAccess } from '../../projects/store.ts';

/** Characters: more would cost more than it helps. */
const MAX_LENGTH = 20_000;
/** Schemas of the platform itself, which nobody asks a completion for. */
const HIDDEN = new Set([
  'information_schema',
  'pg_catalog',
  'extensions',
  'vault',
  'realtime',
  'graphql_public',
]);

/** Tables with their columns, one a line: `public.rocks(id bigint, name text)`. */
export async function describeTables(
  dependencies: Dependencies,
  { project }: ProjectAccess,
): Promise<string> {
  const { relations } = await withDatabase(dependencies, project, READ_ONLY_ROLE, loadCompletionCatalog);
  const lines = relations
    .filter(({ schema }) => !HIDDEN.has(schema))
    .map(
      ({ schema, name, columns }) =>
        `${schema}.${name}(${columns.map((column) => `${column.name} ${column.type}`).join(', ')})`,
    );
  return lines.join('\n').slice(0, MAX_LENGTH);
}
