import type { Database } from '../kernel/open-database.ts';
import type { Actor, Asker } from '../kernel/ports.ts';
import { getProject, listProjects } from '../projects/store.ts';
import { type Listing, readPage } from './list-content.ts';
import { unknownContent } from './policy.ts';
import { type SummaryRow, visibleItems } from './store.ts';

/** The snippets that the caller sees, of one project or of all. @throws PlatformError `not_found`, `bad_request` */
export async function listV1Snippets(
  db: Database,
  actor: Actor,
  { project_ref, ...listing }: Listing & { project_ref?: string | undefined },
) {
  const names = await projectNames(db, actor, project_ref);
  if (names.size === 0) return { data: [] };
  const snippets = visibleItems(db, actor.accountId)
    .where('item.type', '=', 'sql')
    .where('item.project_id', 'in', [...names.keys()]);
  const { data, cursor } = await readPage(snippets, listing);
  return {
    data: data.map((row) => presentV1Snippet(row, names.get(row.project_id) ?? '')),
    ...(cursor !== null && { cursor }),
  };
}

/** @throws PlatformError `not_found` */
export async function getV1Snippet(db: Database, actor: Actor, id: string) {
  const names = await projectNames(db, actor);
  const row = await visibleItems(db, actor.accountId)
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
async function projectNames(db: Database, asker: Asker, ref?: string): Promise<Map<number, string>> {
  const accesses = ref === undefined ? await listProjects(db, asker) : [await getProject(db, asker, ref)];
  return new Map(accesses.map(({ project }) => [project.id, project.name]));
}

/** The management API's form. */
function presentV1Snippet(row: SummaryRow, projectName: string) {
  const owner = { id: personNumber(row.owner_id), username: row.owner_email };
  return {
    id: row.id,
    inserted_at: row.inserted_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    type: 'sql' as const,
    visibility: row.visibility,
    name: row.name,
    description: row.description,
    project: { id: row.project_id, name: projectName },
    owner,
    // Whoever changed it last may have no account any more.
    updated_by:
      row.updated_by === null || row.editor_email === null
        ? owner
        : { id: personNumber(row.updated_by), username: row.editor_email },
    favorite: row.favorite,
  };
}

/**
 * The management API counts people; accounts here have UUIDs. The first 48 bits of one, all of them random, are a number that
 * stays the same and that JavaScript holds exactly.
 */
function personNumber(accountId: string): number {
  return Number.parseInt(accountId.replaceAll('-', '').slice(0, 12), 16);
}
