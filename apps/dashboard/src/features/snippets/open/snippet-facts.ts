import type { ContentItem, ContentSummary, ContentVisibility } from '@basalt/contract';

export type SqlItem = Extract<ContentItem, { type: 'sql' }>;

/** A snippet without its text. */
export interface SnippetFacts {
  id: string;
  name: string;
  description: string;
  visibility: ContentVisibility;
  folderId: string | null;
  favorite: boolean;
  ownerEmail: string;
  /** Whether the person may change it. Shared snippets of others are read-only. */
  canUpdate: boolean;
  /** When it was saved last; null if it was never saved. */
  updatedAt: string | null;
}

/** The name of a snippet that nobody has named yet. */
export const NEW_QUERY = 'New Query';

export function newSnippetFacts(id: string, name: string = NEW_QUERY): SnippetFacts {
  return {
    id,
    name,
    description: '',
    visibility: 'user',
    folderId: null,
    favorite: false,
    ownerEmail: '',
    canUpdate: true,
    updatedAt: null,
  };
}

export function factsOf(item: ContentSummary): SnippetFacts {
  return {
    id: item.id,
    name: item.name,
    description: item.description,
    visibility: item.visibility,
    folderId: item.folder_id,
    favorite: item.favorite,
    ownerEmail: item.owner.email,
    canUpdate: item.can_update,
    updatedAt: item.updated_at,
  };
}
