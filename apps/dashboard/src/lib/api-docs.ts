import { withoutConnect } from './connect.ts';
import { choiceParam, textParam } from './pages/search-params.ts';

/** What the API docs are about. The names are those of addresses. */
export const DOCS_SECTIONS = [
  'introduction',
  'user-management',
  'entities',
  'stored-procedures',
  'storage',
  'edge-functions',
  'realtime',
] as const;
export type DocsSection = (typeof DOCS_SECTIONS)[number];

/** The part of any address below a project that opens the API docs over the page. */
export interface DocsSearch {
  apiDocs?: DocsSection;
  /** Something of the project, such as a table, by its name in the list. */
  apiDocsItem?: string;
}

/** What an address says of the API docs. Undefined values take the place of what cannot be read. */
export function docsSearch(search: Record<string, unknown>): {
  [K in keyof DocsSearch]: DocsSearch[K] | undefined;
} {
  return {
    apiDocs: choiceParam(search.apiDocs, DOCS_SECTIONS),
    apiDocsItem: textParam(search.apiDocsItem),
  };
}

/**
 * How the search part of the present address continues to open the API docs there, in place of the Connect dialog, and without a
 * section to close them.
 */
export function withDocs(section?: DocsSection, item?: string) {
  return <Search extends object>(search: Search) => ({
    ...withoutConnect(search),
    apiDocs: section,
    apiDocsItem: item,
  });
}
