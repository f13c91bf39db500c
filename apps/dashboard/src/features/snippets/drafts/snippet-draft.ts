import { newSnippetFacts, type SnippetFacts } from '../open/snippet-facts.ts';

/** An unsaved text in the storage of this browser. */
export interface SnippetDraft {
  projectRef: string;
  id: string;
  /** The account that wrote the text. Other people at this browser never see it. */
  accountId: string;
  /** The page load that stored it. */
  tab: string;
  sql: string;
  facts: SnippetFacts;
  /** The saved version that the text is based on; 0 if there was none. */
  version: number;
  /**
   * Hash of the text that was being saved. If the saved text has this hash, it came from here and is no conflict.
   * Browsers hold drafts with this name of the field.
   */
  sentMark: string | null;
  /** The text is never saved: the snippet is somebody else's, or the person may not save snippets. */
  isLocal: boolean;
  at: number;
}

/** Reads a stored value. Returns null if it is no draft. */
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

/** Keeps the newest draft of each page, newest first. A page may have left an older one in the other storage. */
export function newestDrafts(drafts: readonly SnippetDraft[]): SnippetDraft[] {
  const sorted = drafts.toSorted((a, b) => b.at - a.at);
  const isFirst = (draft: SnippetDraft, place: number) =>
    sorted.findIndex((other) => other.id === draft.id && other.tab === draft.tab) === place;
  return sorted.filter(isFirst);
}
