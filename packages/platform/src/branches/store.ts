import type { Selectable } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Asker } from '../kernel/ports.ts';
import type { DB } from '../kernel/tables.generated.ts';
import { getProject, listBranchProjects, type ProjectAccess } from '../projects/store.ts';

type BranchRow = Selectable<DB['branches']>;

/** A branch, the project that it is, and what the caller is in it. */
export interface BranchAccess extends ProjectAccess {
  branch: BranchRow;
  parent: NonNullable<ProjectAccess['parent']>;
}

/** By name. */
export async function listBranches(db: Database, asker: Asker, parentId: number): Promise<BranchAccess[]> {
  const [accesses, rows] = await Promise.all([
    listBranchProjects(db, asker, parentId),
    db.selectFrom('branches').selectAll().where('parent_id', '=', parentId).execute(),
  ]);
  return accesses.flatMap((access) => {
    const branch = rows.find(({ project_id }) => project_id === access.project.id);
    return branch !== undefined && access.parent !== null
      ? [{ ...access, parent: access.parent, branch }]
      : [];
  });
}

/** @throws PlatformError `not_found` */
export async function getBranchByName(
  db: Database,
  asker: Asker,
  parentId: number,
  name: string,
): Promise<BranchAccess> {
  const found = (await listBranches(db, asker, parentId)).find(({ branch }) => branch.name === name);
  if (found === undefined)
    throw new PlatformError('not_found', `There is no branch called ${name} of this project.`);
  return found;
}

/** By its own id, or by the reference of the project that it is. @throws PlatformError `not_found` */
export async function getBranch(db: Database, asker: Asker, idOrRef: string): Promise<BranchAccess> {
  const column = idOrRef.includes('-') ? 'branches.id' : 'projects.ref';
  const found = await db
    .selectFrom('branches')
    .innerJoin('projects', 'projects.id', 'branches.project_id')
    .selectAll('branches')
    .select('projects.ref')
    .where(column, '=', idOrRef)
    .executeTakeFirst();
  if (found === undefined) throw noBranch(idOrRef);
  const { ref, ...branch } = found;
  const access = await getProject(db, asker, ref).catch((error: unknown) => {
    // Not even that it is there is told to others.
    throw error instanceof PlatformError && error.code === 'not_found' ? noBranch(idOrRef) : error;
  });
  if (access.parent === null) throw noBranch(idOrRef);
  return { ...access, parent: access.parent, branch };
}

function noBranch(idOrRef: string): PlatformError {
  return new PlatformError('not_found', `There is no branch ${idOrRef}.`);
}
