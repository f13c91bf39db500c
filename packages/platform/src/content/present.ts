import type {
  ContentFolder,
  ContentItem,
  ContentSummary,
  GraphqlContent,
  LogContent,
  ReportContent,
  SqlContent,
} from '@basalt/contract';
import type { FolderRow } from './folder-store.ts';
import type { Caller } from './policy.ts';
import type { ItemRow, SummaryRow } from './store.ts';

export function presentSummary(row: SummaryRow, { accountId, mayCreate }: Caller): ContentSummary {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    description: row.description,
    visibility: row.visibility,
    folder_id: row.folder_id,
    favorite: row.favorite,
    owner_id: row.owner_id,
    owner: { id: row.owner_id, email: row.owner_email },
    project_id: row.project_id,
    inserted_at: row.inserted_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    updated_by:
      row.updated_by === null || row.editor_email === null
        ? null
        : { id: row.updated_by, email: row.editor_email },
    version: row.version,
    can_update: mayCreate && row.owner_id === accountId,
  };
}

export function presentItem(row: ItemRow, caller: Caller): ContentItem {
  const summary = presentSummary(row, caller);
  // Only what the contract accepted is ever stored.
  switch (row.type) {
    case 'sql':
      return { ...summary, type: 'sql', content: row.content as SqlContent };
    case 'report':
      return { ...summary, type: 'report', content: row.content as ReportContent };
    case 'graphql':
      return { ...summary, type: 'graphql', content: row.content as GraphqlContent };
    case 'log':
      return { ...summary, type: 'log', content: row.content as LogContent };
  }
}

export function presentFolder({ id, name, owner_id, project_id, count }: FolderRow): ContentFolder {
  return { id, name, owner_id, project_id, parent_id: null, count };
}
