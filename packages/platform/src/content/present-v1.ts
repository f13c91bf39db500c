import type { SummaryRow } from './store.ts';

/** The management API's form. */
export function presentV1Snippet(row: SummaryRow, projectName: string) {
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
