import { type EdgeFunction, KEPT_FUNCTION_VERSIONS } from '@basalt/contract';
import type { Selectable } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { DB } from '../kernel/tables.generated.ts';

export type FunctionRow = Selectable<DB['functions']>;

/** What a version of a function is. */
export interface Deployment {
  slug: string;
  /** Null: as before, or the slug. */
  name: string | null;
  digest: string;
  entrypoint: string;
  importMap: string | null;
  /** Null: as before, or true. */
  verifyJwt: boolean | null;
}

/** @throws PlatformError `not_found` */
export async function getFunction(db: Database, projectId: number, slug: string): Promise<FunctionRow> {
  const row = await db
    .selectFrom('functions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', `There is no function called ${slug}.`);
  return row;
}

/** @throws PlatformError `not_found` */
export async function getFunctionById(db: Database, projectId: number, id: string): Promise<FunctionRow> {
  const row = await db
    .selectFrom('functions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', 'There is no function with this id.');
  return row;
}

/** Writes the next version of a function, or its first one. The project is locked. */
export async function writeDeployment(
  db: Database,
  projectId: number,
  deployedBy: string | null,
  { slug, name, digest, entrypoint, importMap, verifyJwt }: Deployment,
): Promise<FunctionRow> {
  const files = { digest, entrypoint, import_map: importMap };
  const row = await db
    .insertInto('functions')
    .values({
      project_id: projectId,
      slug,
      name: name ?? slug,
      version: 1,
      ...files,
      verify_jwt: verifyJwt ?? true,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'slug']).doUpdateSet((eb) => ({
        version: eb('functions.version', '+', 1),
        ...files,
        ...(name === null ? {} : { name }),
        ...(verifyJwt === null ? {} : { verify_jwt: verifyJwt }),
        updated_at: new Date(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('function_versions')
    .values({
      function_id: row.id,
      version: row.version,
      ...files,
      verify_jwt: row.verify_jwt,
      deployed_by: deployedBy,
    })
    .execute();
  await db
    .deleteFrom('function_versions')
    .where('function_id', '=', row.id)
    .where('version', '<=', row.version - KEPT_FUNCTION_VERSIONS)
    .execute();
  return row;
}

/** The files that versions of a project's functions are made of. */
export async function keptDigests(db: Database, projectId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('function_versions')
    .innerJoin('functions', 'functions.id', 'function_versions.function_id')
    .select('function_versions.digest')
    .distinct()
    .where('functions.project_id', '=', projectId)
    .execute();
  return rows.map(({ digest }) => digest);
}

export function presentFunction(row: FunctionRow): EdgeFunction {
  const { id, slug, name, version, verify_jwt, digest, entrypoint, import_map } = row;
  return {
    id,
    slug,
    name,
    status: 'ACTIVE',
    version,
    created_at: row.created_at.getTime(),
    updated_at: row.updated_at.getTime(),
    verify_jwt,
    import_map: import_map !== null,
    entrypoint_path: entrypoint,
    ...(import_map === null ? {} : { import_map_path: import_map }),
    ezbr_sha256: digest,
  };
}
