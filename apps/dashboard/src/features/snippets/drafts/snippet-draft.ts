import { newSnippetFacts, type SnippetFacts } from '../open/snippet-facts.ts';

/** A text that the server does not have yet, as this browser keeps it. */
export interface SnippetDraft {
  projectRef: string;
  id: string;
  /** Whose text it is: another person at this browser never sees it. */
  accountId: string;
  /** The page that keeps it. */
  tab: string;
  sql: string;
  facts: SnippetFacts;
  /** The version that the text was made from; 0 when the server had none. */
  version: number;
  /** Mark of the text that was on its way to the server: found there, it is no stranger's. */
  sentMark: string | null;
  /** Only kept here: the snippet is somebody else's, or nothing may be saved. */
  isLocal: boolean;
  at: number;
}

/** Reads what storage held; null when it is no draft. */
export function parseDraft(stored: unknown): SnippetDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { projectRef, id, accountId, tab, sql, facts, version, sentMark, isLocal, at } =
    stored as Partial<SnippetDraft>;
  const isWhole = [projectRef, id, accountId, tab, sql].every((part) => typeof part === 'string');
  if (!isWhole || typeof version !== 'number' || typeof at !== 'number') return null;
  return {
    projectRef,
    id,
    accountId,
    tab,
    sql,
    version,
    at,
    facts: { ...newSnippetFacts(id as string), ...facts, id },
    sentMark: typeof sentMark === 'string' ? sentMark : null,
    isLocal: isLocal === true,
  } as SnippetDraft;
}

/** One draft for each page, newest first: a page may have left an older one in the other storage. */
export function newestDrafts(drafts: readonly SnippetDraft[]): SnippetDraft[] {
  const sorted = drafts.toSorted((a, b) => b.at - a.at);
  const isFirst = (draft: SnippetDraft, place: number) =>
    sorted.findIndex((other) => other.id === draft.id && other.tab === draft.tab) === place;
  return sorted.filter(isFirst);
}
