import { api } from '../../../api/client.ts';
import { dropDraft, keepChange, keepDraft } from '../drafts/draft-store.ts';
import { TAB } from '../drafts/tab.ts';
import { textHash } from '../drafts/text-hash.ts';
import { createOpenSnippet, type OpenSnippet, type SnippetStart } from './open-snippet.ts';
import { refreshLists, snippetChanged } from './snippet-cache.ts';
import type { SqlItem } from './snippet-facts.ts';

interface Entry {
  snippet: OpenSnippet;
  /** How many editors show it. */
  shown: number;
}

/** The open snippets of this tab by project and id. They are kept here so that saving goes on while another one is shown. */
const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();

export function findOpenSnippet(projectRef: string, id: string): OpenSnippet | undefined {
  return entries.get(`${projectRef}:${id}`)?.snippet;
}

/** Opens a snippet, or returns it when it is open already. */
export function openSnippet(projectRef: string, accountId: string, start: SnippetStart): OpenSnippet {
  const { id } = start.facts;
  const key = `${projectRef}:${id}`;
  const known = entries.get(key);
  if (known !== undefined) return known.snippet;
  const place = { projectRef, id, tab: TAB };
  // Hashing a large text takes longer than one key press may, so the last hash is kept.
  let hashed = { text: '', hash: textHash('') };
  const snippet = createOpenSnippet(start, {
    save: async (body) => (await api.content.save({ params: { ref: projectRef }, body })) as SqlItem,
    keepDraft: (draft) => keepDraft({ ...place, ...draft, accountId, at: Date.now() }),
    keepChange(base, change) {
      if (hashed.text !== base) hashed = { text: base, hash: textHash(base) };
      return keepChange(place, { ...change, of: hashed.hash, at: Date.now() });
    },
    dropDraft: () => dropDraft(place),
    onSaved(item, wasNew) {
      snippetChanged(projectRef, item);
      if (wasNew) void refreshLists();
    },
    onChange() {
      for (const listener of listeners) listener();
      closeWhenDone(key);
    },
  });
  entries.set(key, { snippet, shown: 0 });
  return snippet;
}

/** Call it when an editor shows the snippet. Returns a function to call when the editor is closed. */
export function showSnippet(projectRef: string, snippet: OpenSnippet): () => void {
  const key = `${projectRef}:${snippet.view().facts.id}`;
  const entry = entries.get(key) ?? { snippet, shown: 0 };
  entries.set(key, entry);
  entry.shown += 1;
  return () => {
    entry.shown -= 1;
    snippet.keepNow();
    // A page that React draws again comes back at once, so the snippet is closed a moment later.
    setTimeout(() => closeWhenDone(key), 1_000);
  };
}

export function subscribeOpenSnippets(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Closes a deleted snippet without saving it. */
export function dropSnippet(projectRef: string, id: string): void {
  const key = `${projectRef}:${id}`;
  entries.get(key)?.snippet.drop();
  entries.delete(key);
}

function closeWhenDone(key: string): void {
  const entry = entries.get(key);
  if (entry === undefined || entry.shown > 0) return;
  const { phase, isNew, isOnlyHere } = entry.snippet.view();
  // Only a saved snippet without changes is closed. Others exist nowhere else.
  if (phase === 'idle' && !isNew && !isOnlyHere) entries.delete(key);
}

function retryAll(): void {
  for (const { snippet } of entries.values()) if (snippet.view().phase === 'failed') snippet.saveNow();
}

function keepAll(): void {
  for (const { snippet } of entries.values()) snippet.keepNow();
}

window.addEventListener('online', retryAll);
window.addEventListener('focus', retryAll);
window.addEventListener('pagehide', keepAll);
document.addEventListener('visibilitychange', () => {
  // A phone may end a hidden page without an event, so hiding is treated like leaving.
  if (document.visibilityState === 'hidden') keepAll();
  else retryAll();
});
