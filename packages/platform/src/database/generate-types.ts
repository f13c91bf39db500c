import { readTypedSchemas, typescriptOf } from '@basalt/postgres/typegen';
import { readServedSchemas } from '../data-api/database-side.ts';
import { readDataApiSettings } from '../data-api/settings.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { readDatabase } from './read-database.ts';

/**
 * The types of schemas of a project's database, as TypeScript: of those that are named, or else of exactly those that its Data API
 * serves.
 * @throws PlatformError as `readDatabase` does
 */
export async function generateTypes(
  dependencies: Dependencies,
  actor: Actor,
  { ref, included_schemas = [] }: { ref: string; included_schemas?: string[] | undefined },
): Promise<{ types: string }> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  const settings = await readDataApiSettings(dependencies.db, project.id);
  return readDatabase(dependencies, actor, ref, async (client) => {
    const named = included_schemas.length > 0;
    const names = named ? included_schemas : (await readServedSchemas(client, settings)).served;
    const once = [...new Set(names)];
    return { types: typescriptOf(await readTypedSchemas(client, once), once) };
  });
}
