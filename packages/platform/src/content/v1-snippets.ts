import type { Database } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import { getProject, listProjects } from '../projects/store.ts';
import { type Listing, readPage } from './list-content.ts';
import { unknownContent } from './policy.ts';
import { presentV1Snippet } from './present-v1.ts';
import { visibleItems } from './store.ts';

/** The snippets that the caller sees, of one project or of all. @throws PlatformError `not_found`, `bad_request` */
export async function listV1Snippets(
  db: Database,
  { accountId }: Actor,
  { project_ref, ...listing }: Listing & { project_ref?: string | undefined },
) {
  const names = await projectNames(db, accountId, project_ref);
  if (names.size === 0) return { data: [] };
  const snippets = visibleItems(db, accountId)
    .where('item.type', '=', 'sql')
    .where('item.project_id', 'in', [...names.keys()]);
  const { data, cursor } = await readPage(snippets, listing);
  return {
    data: data.map((row) => presentV1Snippet(row, names.get(row.project_id) ?? '')),
    ...(cursor !== null && { cursor }),
  };
}

/** @throws PlatformError `not_found` */
export async function getV1Snippet(db: Database, { accountId }: Actor, id: string) {
  const names = await projectNames(db, accountId);
  const row = await visibleItems(db, accountId)
    .select('item.content')
    .where('item.type', '=', 'sql')
    .where('item.id', '=', id)
    .executeTakeFirst();
  const project = row && names.get(row.project_id);
  if (row === undefined || project === undefined) throw unknownContent();
  const { sql, schema_version } = row.content as { sql: string; schema_version: string };
  return { ...presentV1Snippet(row, project), content: { favorite: row.favorite, schema_version, sql } };
}

/** Names of the projects that the caller can open, by number. */
async function projectNames(db: Database, accountId: string, ref?: string): Promise<Map<number, string>> {
  const accesses =
    ref === undefined ? await listProjects(db, accountId) : [await getProject(db, accountId, ref)];
  return new Map(accesses.map(({ project }) => [project.id, project.name]));
}
