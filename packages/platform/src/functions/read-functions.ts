import type { EdgeFunction, FunctionPackage } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor, DeployedFile } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { getFunction, presentFunction } from './store.ts';

/** By name. */
export async function listFunctions(
  { db }: Dependencies,
  actor: Actor,
  ref: string,
): Promise<EdgeFunction[]> {
  const { project } = await permittedProject(db, actor, ref, 'read_functions');
  const rows = await db
    .selectFrom('functions')
    .selectAll()
    .where('project_id', '=', project.id)
    .orderBy('slug')
    .execute();
  return rows.map(presentFunction);
}

/** @throws PlatformError `not_found` */
export async function readFunction(
  { db }: Dependencies,
  actor: Actor,
  { ref, slug }: { ref: string; slug: string },
): Promise<EdgeFunction> {
  const { project } = await permittedProject(db, actor, ref, 'read_functions');
  return presentFunction(await getFunction(db, project.id, slug));
}

/** The files of a function as they were deployed. @throws PlatformError `not_found` */
export async function readFunctionFiles(
  { db, functionFiles }: Dependencies,
  actor: Actor,
  { ref, slug }: { ref: string; slug: string },
): Promise<{ function: EdgeFunction; files: readonly DeployedFile[] }> {
  const { project } = await permittedProject(db, actor, ref, 'read_functions');
  const row = await getFunction(db, project.id, slug);
  return { function: presentFunction(row), files: await functionFiles.read(ref, row.digest) };
}

/** The npm packages that it was deployed with. @throws PlatformError `not_found` */
export async function listFunctionPackages(
  { db, functionFiles }: Dependencies,
  actor: Actor,
  { ref, slug }: { ref: string; slug: string },
): Promise<FunctionPackage[]> {
  const { project } = await permittedProject(db, actor, ref, 'read_functions');
  const { digest } = await getFunction(db, project.id, slug);
  return functionFiles.readPackages(ref, digest);
}

/** Newest first. @throws PlatformError `not_found` */
export async function listFunctionVersions(
  { db }: Dependencies,
  actor: Actor,
  { ref, slug }: { ref: string; slug: string },
) {
  const { project } = await permittedProject(db, actor, ref, 'read_functions');
  const own = await getFunction(db, project.id, slug);
  const rows = await db
    .selectFrom('function_versions')
    .selectAll()
    .where('function_id', '=', own.id)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ version, digest, verify_jwt, deployed_at }) => ({
    version,
    ezbr_sha256: digest,
    verify_jwt,
    deployed_at: deployed_at.toISOString(),
    is_current: version === own.version,
  }));
}
