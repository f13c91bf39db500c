import { queryClient } from '../../../api/query-client.ts';
import { findOpenSnippet } from '../open/open-snippets.ts';
import { itemQuery } from '../open/snippet-cache.ts';

/** Returns the text of a snippet: the one in the editor if it is open, else the saved one. */
export async function snippetText(projectRef: string, id: string): Promise<string> {
  const open = findOpenSnippet(projectRef, id);
  if (open !== undefined) return open.text();
  const item = await queryClient.fetchQuery(itemQuery(projectRef, id));
  return item.type === 'sql' ? item.content.sql : '';
}
