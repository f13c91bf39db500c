import { type Persisted, readPersisted, writePersisted } from '../../../lib/persisted.ts';

const lastSnippet: Persisted<string | null> = {
  topic: 'last-snippet',
  fallback: null,
  parse: (stored) => (typeof stored === 'string' && /^[\w-]{1,64}$/.test(stored) ? stored : null),
};

/** Where `/sql` leads: the id of the snippet that was visited last, or `new`. */
export function lastSnippetId(projectRef: string): string {
  return readPersisted(lastSnippet, projectRef) ?? 'new';
}

/** Null forgets it: the snippet does not exist any more. */
export function rememberSnippet(projectRef: string, id: string | null): void {
  if (readPersisted(lastSnippet, projectRef) !== id) writePersisted(lastSnippet, id, projectRef);
}

/** Forgets a snippet that was deleted, if it was the last one. */
export function forgetSnippet(projectRef: string, id: string): void {
  if (lastSnippetId(projectRef) === id) rememberSnippet(projectRef, null);
}
