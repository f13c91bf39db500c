import { nameOfSql } from '@basalt/sql';
import { api } from '../../../api/client.ts';
import type { OpenSnippet } from '../open/open-snippet.ts';
import { refreshLists, snippetChanged } from '../open/snippet-cache.ts';
import { NEW_QUERY } from '../open/snippet-facts.ts';

/** Names a snippet that nobody has named after its text. Where that fails the next run tries again. */
export async function nameAfterText(projectRef: string, snippet: OpenSnippet): Promise<void> {
  const { facts, isNew } = snippet.view();
  if (facts.name !== NEW_QUERY || !facts.canUpdate || !snippet.maySave) return;
  const name = nameOfSql(snippet.text());
  if (name === null) return;
  if (isNew) return snippet.nameNew(name);
  const named = snippet.naming(name);
  try {
    const summary = await api.content.change({ ref: projectRef, id: facts.id, name });
    named(true);
    snippetChanged(projectRef, summary);
    snippet.noticed(summary);
    await refreshLists();
  } catch {
    named(false);
  }
}
