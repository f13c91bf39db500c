import { readTypedSchemas, typescriptOf } from '@basalt/postgres/typegen';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { readDatabase } from './read-database.ts';

/**
 * The types of schemas of a project's database, as TypeScript.
 * @throws PlatformError as `readDatabase` does
 */
export async function generateTypes(
  dependencies: Dependencies,
  actor: Actor,
  { ref, included_schemas = [] }: { ref: string; included_schemas?: string[] | undefined },
): Promise<{ types: string }> {
  const names = included_schemas.length === 0 ? ['public'] : [...new Set(included_schemas)];
  const schemas = await readDatabase(dependencies, actor, ref, (client) => readTypedSchemas(client, names));
  return { types: typescriptOf(schemas, names) };
}
