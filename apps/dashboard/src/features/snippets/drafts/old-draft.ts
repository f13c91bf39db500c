import { type Opener, openTextAsNew } from '../open/load-snippet.ts';

/** Where the text of a project's only editor was kept before there were snippets. */
const OLD_KEY = 'basalt:sql-editor-draft:';

/** Makes a snippet of the text that this browser kept before there were snippets, once. */
export function recoverOldDraft(opener: Opener): void {
  if (!opener.mayCreate) return;
  const key = `${OLD_KEY}${opener.projectRef}`;
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as { text?: unknown } | null;
    if (typeof stored?.text === 'string' && stored.text.trim() !== '') openTextAsNew(opener, stored.text);
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden or holds nonsense: there is nothing to save.
  }
}
