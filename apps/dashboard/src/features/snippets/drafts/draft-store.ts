import { applyChange, type TextChange } from '../../../lib/saving/text-change.ts';
import { newestDrafts, parseDraft, type SnippetDraft } from './snippet-draft.ts';
import { textHash } from './text-hash.ts';

/**
 * Drafts outlive signing out, unlike the rest of what this browser remembers: they are work that exists nowhere else.
 * They name their account, and only its owner is shown them.
 */
const PREFIX = 'basalt:keep:snippet-draft';
/** What was typed into a large text since it was kept; a key of its own, because the text may be in the other storage. */
const CHANGE_PREFIX = 'basalt:keep:snippet-change';
/** Browsers give a site about five million characters in all; one text must not take everybody's room. */
const MAX_SMALL_DRAFT = 500_000;

type Place = Pick<SnippetDraft, 'projectRef' | 'id' | 'tab'>;

const PATIENCE = 2_000;

/** Keys of texts in the browser's database: a small storage without them must not wait for it. */
const large = new Set<string>();

/** Keeps a draft: at once when it is small. Resolves to whether that worked. */
export async function keepDraft(draft: SnippetDraft): Promise<boolean> {
  const key = keyOf(draft);
  if (draft.sql.length <= MAX_SMALL_DRAFT && keepSmall(key, draft)) return true;
  large.add(key);
  try {
    await putLargeDraft(key, draft);
    // Only now: until then the older text in the small storage is better than none. A newer one has come meanwhile.
    const small = parseDraft(fromJson(localStorage.getItem(key)));
    if (small !== null && small.at <= draft.at) localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

interface KeptChange extends TextChange {
  /** The mark of the text that it changes. */
  of: string;
  at: number;
}

/** Keeps at once what was typed into a draft that is kept. Answers whether that worked. */
export function keepChange(place: Place, change: KeptChange): boolean {
  return keepSmall(keyOf(place, CHANGE_PREFIX), change);
}

/** Forgets a draft: the server has its text. */
export function dropDraft(draft: Place): void {
  const key = keyOf(draft);
  try {
    localStorage.removeItem(key);
    localStorage.removeItem(keyOf(draft, CHANGE_PREFIX));
  } catch {
    // Storage is forbidden here: nothing was kept in it.
  }
  if (large.delete(key)) void removeLargeDraft(key).catch(() => undefined);
}

/** The drafts of a person in a project, newest first, one for each page that kept some. */
export async function listDrafts(projectRef: string, accountId: string): Promise<SnippetDraft[]> {
  const prefix = `${PREFIX}:${projectRef}:`;
  const stored = await Promise.race([listLargeDrafts(prefix).catch(() => []), nothingAfter(PATIENCE)]);
  for (const draft of stored.map(parseDraft)) if (draft !== null) large.add(keyOf(draft));
  const drafts = [...listSmall(prefix), ...stored].map(parseDraft);
  return newestDrafts(
    drafts.filter((draft) => draft !== null && draft.accountId === accountId) as SnippetDraft[],
  ).map(withChange);
}

/** A draft with what was typed into it after it was kept. */
function withChange(draft: SnippetDraft): SnippetDraft {
  try {
    const stored = fromJson(localStorage.getItem(keyOf(draft, CHANGE_PREFIX)));
    const change = stored as KeptChange | null;
    // Otherwise a newer text was kept as a whole after the change.
    const isFresh = change !== null && change.at >= draft.at && change.of === textHash(draft.sql);
    if (!isFresh) return draft;
    return { ...draft, sql: applyChange(draft.sql, change) };
  } catch {
    return draft;
  }
}

/** A database that does not answer must not keep the snippet from opening; what it holds stays for the next time. */
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

/** The browser's database, for texts that its small storage has no room for. Rejects where there is none. */
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
