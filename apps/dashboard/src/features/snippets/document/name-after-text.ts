import { aiOptInLevel } from '@basalt/contract';
import { nameOfSql } from '@basalt/sql';
import { toApiError } from '../../../api/api-error.ts';
import { api, orpc } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { organizationsQuery } from '../../../api/use-organizations.ts';
import { projectQuery } from '../../../api/use-project.ts';
import { showToast } from '../../../lib/toast.ts';
import type { OpenSnippet } from '../open/open-snippet.ts';
import { refreshLists, snippetChanged } from '../open/snippet-cache.ts';
import { NEW_QUERY } from '../open/snippet-facts.ts';

/** Names a snippet that nobody has named after its text. Where that fails the next run tries again. */
export async function nameAfterText(projectRef: string, snippet: OpenSnippet): Promise<void> {
  const { facts, isNew } = snippet.view();
  if (facts.name !== NEW_QUERY || !facts.canUpdate || !snippet.maySave) return;
  const sql = snippet.text();
  const plain = nameOfSql(sql);
  if (plain === null) return;
  const name = (await titleByModel(projectRef, sql)) ?? plain;
  // Somebody may have named it meanwhile.
  if (snippet.view().facts.name !== NEW_QUERY) return;
  if (isNew && snippet.view().isNew) return snippet.nameNew(name);
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

/** What the model calls a text. Null where there is none, or where the organization shares nothing with it; then it is not asked. */
async function titleByModel(ref: string, sql: string): Promise<string | null> {
  try {
    const [project, organizations] = await Promise.all([
      queryClient.ensureQueryData(projectQuery(ref)),
      queryClient.ensureQueryData(organizationsQuery()),
    ]);
    const organization = organizations.find(({ slug }) => slug === project.organization_slug);
    if (organization === undefined || aiOptInLevel(organization) === 'disabled') return null;
    const model = orpc.assistant.checkApiKey.queryOptions({ input: { projectRef: ref } });
    if (!(await queryClient.ensureQueryData(model)).hasKey) return null;
  } catch {
    return null;
  }
  try {
    return (await api.assistant.title({ sql, projectRef: ref })).title;
  } catch (error) {
    await showToast('failed', `Failed to generate title: ${toApiError(error).message}`);
    return null;
  }
}
