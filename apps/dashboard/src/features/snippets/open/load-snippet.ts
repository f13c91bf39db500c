import { toApiError } from '../../../api/api-error.ts';
import { queryClient } from '../../../api/query-client.ts';
import { copyName } from '../../../lib/format/copy-name.ts';
import { newId } from '../../../lib/new-id.ts';
import { dropDraft, listDrafts } from '../drafts/draft-store.ts';
import type { SnippetDraft } from '../drafts/snippet-draft.ts';
import { liveTabs } from '../drafts/tab.ts';
import type { OpenSnippet } from './open-snippet.ts';
import { findOpenSnippet, openSnippet } from './open-snippets.ts';
import { itemQuery } from './snippet-cache.ts';
import { factsOf, newSnippetFacts, type SnippetFacts, type SqlItem } from './snippet-facts.ts';

/** The person who opens snippets, and whether that person may create snippets in the project. */
export interface Opener {
  projectRef: string;
  accountId: string;
  mayCreate: boolean;
}

const loading = new Map<string, Promise<OpenSnippet | null>>();

/**
 * Opens a snippet from its draft in this browser, or else from the server. Returns null if there is no such snippet.
 * @throws the error of the call if the server does not answer
 */
export function loadSnippet(opener: Opener, id: string): Promise<OpenSnippet | null> {
  const key = `${opener.projectRef}:${id}`;
  const known = findOpenSnippet(opener.projectRef, id);
  if (known !== undefined) return Promise.resolve(known);
  const begun = loading.get(key);
  if (begun !== undefined) return begun;
  const started = load(opener, id).finally(() => loading.delete(key));
  loading.set(key, started);
  return started;
}

/** Saves the drafts that closed pages left behind. The shown snippet is left out, because loading it opens its draft. */
export async function recoverDrafts(opener: Opener, shownId: string | undefined): Promise<void> {
  if (!opener.mayCreate) return;
  const left = Map.groupBy(await leftDrafts(opener), ({ id }) => id);
  for (const [id, drafts] of left) {
    const isTaken = id === shownId || loading.has(`${opener.projectRef}:${id}`);
    if (isTaken || findOpenSnippet(opener.projectRef, id) !== undefined) continue;
    if (!drafts.some(({ isLocal }) => isLocal)) openDrafts(opener, drafts, null);
  }
}

async function load(opener: Opener, id: string): Promise<OpenSnippet | null> {
  const drafts = (await leftDrafts(opener)).filter((draft) => draft.id === id);
  const item = await loadItem(opener.projectRef, id);
  const opened = openDrafts(opener, drafts, item);
  if (opened !== null || item === null) return opened;
  return openSnippet(opener.projectRef, opener.accountId, {
    facts: factsOf(item),
    sql: item.content.sql,
    version: item.version,
    isChanged: false,
    maySave: opener.mayCreate && item.can_update,
  });
}

/** Opens the newest draft of a snippet. Returns null if there is none, or if its text is saved already. */
function openDrafts(
  opener: Opener,
  drafts: readonly SnippetDraft[],
  item: SqlItem | null,
): OpenSnippet | null {
  const [draft, ...older] = drafts;
  if (draft === undefined) return null;
  const isSaved = draft.sql === item?.content.sql;
  const opened = isSaved ? null : openDraft(opener, draft, item);
  // Two tabs were killed and each left a draft. An older draft with another text is saved as a copy.
  for (const one of older) {
    const isKnown = one.sql.trim() === '' || one.sql === draft.sql || one.sql === item?.content.sql;
    if (!isKnown && !one.isLocal) openCopy(opener, one);
  }
  for (const one of drafts) dropDraft(one);
  return opened;
}

async function loadItem(projectRef: string, id: string): Promise<SqlItem | null> {
  try {
    const query = itemQuery(projectRef, id);
    const known = queryClient.getQueryData(query.queryKey);
    const item = known ?? (await queryClient.fetchQuery(query));
    return item?.type === 'sql' ? (item as SqlItem) : null;
  } catch (error) {
    const { status } = toApiError(error);
    // The server answers 400 when the address holds no valid id. For a person that is the same as 404.
    if (status === 404 || status === 400) return null;
    throw error;
  }
}

/** Lists the drafts of closed pages. Open pages save their own drafts. */
async function leftDrafts({ projectRef, accountId }: Opener): Promise<SnippetDraft[]> {
  const drafts = await listDrafts(projectRef, accountId);
  if (drafts.length === 0) return drafts;
  const alive = await liveTabs();
  return drafts.filter(({ tab }) => !alive.has(tab));
}

function openDraft(opener: Opener, draft: SnippetDraft, item: SqlItem | null): OpenSnippet {
  const opened = openSnippet(opener.projectRef, opener.accountId, {
    facts: item === null ? draft.facts : factsOf(item),
    sql: draft.sql,
    version: draft.version,
    sentMark: draft.sentMark,
    isChanged: true,
    maySave: opener.mayCreate && (item?.can_update ?? draft.facts.canUpdate),
  });
  if (opened.maySave) opened.saveNow();
  return opened;
}

/** Opens a copy of a draft as a new snippet and saves it. */
export function openCopy(opener: Opener, { sql, facts }: Pick<SnippetDraft, 'sql' | 'facts'>): OpenSnippet {
  return openNew(opener, newSnippetFacts(newId(), copyName(facts.name, 'Copy')), sql);
}

/** Opens a text as a new snippet and saves it. */
export function openTextAsNew(opener: Opener, sql: string): OpenSnippet {
  return openNew(opener, newSnippetFacts(newId()), sql);
}

function openNew(opener: Opener, facts: SnippetFacts, sql: string): OpenSnippet {
  const opened = openSnippet(opener.projectRef, opener.accountId, {
    facts,
    sql,
    version: 0,
    isChanged: true,
    maySave: opener.mayCreate,
  });
  opened.saveNow();
  return opened;
}

/** Asks the server for the present snippet. @throws when it does not answer */
export async function loadSavedItem(projectRef: string, id: string): Promise<SqlItem | null> {
  const item = await queryClient.fetchQuery({ ...itemQuery(projectRef, id), staleTime: 0 });
  return item.type === 'sql' ? (item as SqlItem) : null;
}
