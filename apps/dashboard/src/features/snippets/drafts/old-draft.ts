import { type Opener, openTextAsNew } from '../open/load-snippet.ts';

/** The key under which versions without snippets stored the text of a project's editor. */
const OLD_KEY = 'basalt:sql-editor-draft:';

/** Turns the text that a version without snippets has stored into a snippet, once. */
export function recoverOldDraft(opener: Opener): void {
  if (!opener.mayCreate) return;
  const key = `${OLD_KEY}${opener.projectRef}`;
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as { text?: unknown } | null;
    if (typeof stored?.text === 'string' && stored.text.trim() !== '') openTextAsNew(opener, stored.text);
    localStorage.removeItem(key);
  } catch {
    // Storage is not allowed or holds no text, so there is nothing to save.
  }
}
