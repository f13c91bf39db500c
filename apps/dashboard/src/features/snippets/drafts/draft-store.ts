import { applyChange, type TextChange } from '../../../lib/saving/text-change.ts';
import { newestDrafts, parseDraft, type SnippetDraft } from './snippet-draft.ts';
import { textHash } from './text-hash.ts';

/**
 * Unlike the rest of what this browser remembers, drafts are kept after signing out, because they exist nowhere else.
 * A draft names its account and is shown to nobody else.
 */
const PREFIX = 'basalt:keep:snippet-draft';
/** The edit of a large text since it was stored. It has a key of its own, because the text may be in the other storage. */
const CHANGE_PREFIX = 'basalt:keep:snippet-change';
/**
 * Browsers give a site about five million characters in all. A larger text goes into the database, so that it leaves
 * room for others.
 */
const MAX_SMALL_DRAFT = 500_000;

type Place = Pick<SnippetDraft, 'projectRef' | 'id' | 'tab'>;

const PATIENCE = 2_000;

/** Keys of the texts in the browser's database. Without them nobody waits for the database. */
const large = new Set<string>();

/** Stores a draft, a small one before it returns. Resolves to whether that worked. */
export async function keepDraft(draft: SnippetDraft): Promise<boolean> {
  const key = keyOf(draft);
  if (draft.sql.length <= MAX_SMALL_DRAFT && keepSmall(key, draft)) return true;
  large.add(key);
  try {
    await putLargeDraft(key, draft);
    // The older text in the small storage is removed only now, since it was better than none. A newer one may be there
    // already.
    const small = parseDraft(fromJson(localStorage.getItem(key)));
    if (small !== null && small.at <= draft.at) localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

interface KeptChange extends TextChange {
  /** The hash of the text that it changes. */
  of: string;
  at: number;
}

/** Stores at once how a stored draft has been edited since. Returns whether that worked. */
export function keepChange(place: Place, change: KeptChange): boolean {
  return keepSmall(keyOf(place, CHANGE_PREFIX), change);
}

/** Removes a draft. Call it when its text is saved. */
export function dropDraft(draft: Place): void {
  const key = keyOf(draft);
  try {
    localStorage.removeItem(key);
    localStorage.removeItem(keyOf(draft, CHANGE_PREFIX));
  } catch {
    // Storage is not allowed here, so nothing was stored.
  }
  if (large.delete(key)) void removeLargeDraft(key).catch(() => undefined);
}

/** Lists the drafts of a person in a project, newest first, one for each page load. */
export async function listDrafts(projectRef: string, accountId: string): Promise<SnippetDraft[]> {
  const prefix = `${PREFIX}:${projectRef}:`;
  const stored = await Promise.race([listLargeDrafts(prefix).catch(() => []), nothingAfter(PATIENCE)]);
  for (const draft of stored.map(parseDraft)) if (draft !== null) large.add(keyOf(draft));
  const drafts = [...listSmall(prefix), ...stored].map(parseDraft);
  return newestDrafts(
    drafts.filter((draft) => draft !== null && draft.accountId === accountId) as SnippetDraft[],
  ).map(withChange);
}

/** Applies the stored edit to a draft. */
function withChange(draft: SnippetDraft): SnippetDraft {
  try {
    const stored = fromJson(localStorage.getItem(keyOf(draft, CHANGE_PREFIX)));
    const change = stored as KeptChange | null;
    // Otherwise the whole text was stored after the edit and holds it already.
    const isFresh = change !== null && change.at >= draft.at && change.of === textHash(draft.sql);
    if (!isFresh) return draft;
    return { ...draft, sql: applyChange(draft.sql, change) };
  } catch {
    return draft;
  }
}

/**
 * Resolves to nothing after a while. A database that does not answer must not keep a snippet from opening; its drafts are
 * found the next time.
 */
function nothingAfter(milliseconds: number): Promise<unknown[]> {
  return new Promise((resolve) => setTimeout(() => resolve([]), milliseconds));
}

function keepSmall(key: string, draft: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

function listSmall(prefix: string): unknown[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
    return keys.filter((key) => key.startsWith(prefix)).map((key) => fromJson(localStorage.getItem(key)));
  } catch {
    return [];
  }
}

function fromJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function keyOf({ projectRef, id, tab }: Place, prefix = PREFIX): string {
  return `${prefix}:${projectRef}:${id}:${tab}`;
}

const STORE = 'drafts';

let opening: Promise<IDBDatabase> | null = null;

/** Opens the browser's database, for texts that are too large for its small storage. Rejects where there is none. */
function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('basalt-drafts', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('The database of this browser is blocked.'));
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await open()).transaction(STORE, mode, { durability: 'strict' });
  return done(ask(transaction.objectStore(STORE)));
}

async function putLargeDraft(key: string, draft: unknown): Promise<void> {
  await inStore('readwrite', (store) => store.put(draft, key));
}

async function removeLargeDraft(key: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(key));
}

async function listLargeDrafts(prefix: string): Promise<unknown[]> {
  return inStore('readonly', (store) => store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
}
