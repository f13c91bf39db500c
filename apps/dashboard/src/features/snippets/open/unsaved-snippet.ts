import { useState } from 'react';
import { newId } from '../../../lib/new-id.ts';
import { takePendingSnippet, useHasPendingSnippet } from '../../../lib/pending-snippet.ts';

/** The snippet at `/sql/new`. Its id is chosen in advance and becomes part of its address at the first change. */
export interface UnsavedSnippet {
  id: string;
  /** SQL from another page and a name for it. */
  content: { sql: string; name: string } | null;
}

const unsaved = new Map<string, UnsavedSnippet>();

/** Returns the unsaved snippet at `/sql/new`, and null at the address of another snippet. */
export function useUnsavedSnippet(projectRef: string, snippetId: string): UnsavedSnippet | null {
  const hasPending = useHasPendingSnippet(projectRef);
  const visit = `${projectRef}:${snippetId}`;
  const [shown, setShown] = useState<{ visit: string; snippet: UnsavedSnippet | null }>({
    visit: '',
    snippet: null,
  });
  const isNew = snippetId === 'new';
  if (shown.visit === visit && !(isNew && hasPending)) return shown.snippet;
  const snippet = isNew ? unsavedSnippet(projectRef) : null;
  setShown({ visit, snippet });
  return snippet;
}

/** The unsaved snippet of a project. A pending snippet replaces it. */
function unsavedSnippet(projectRef: string): UnsavedSnippet {
  const content = takePendingSnippet(projectRef);
  const known = unsaved.get(projectRef);
  if (known !== undefined && content === null) return known;
  const made = { id: newId(), content };
  unsaved.set(projectRef, made);
  return made;
}

/** Forgets the unsaved snippet after its first change, with which it gets an address. `/sql/new` then shows another one. */
export function releaseUnsaved(projectRef: string, id: string): void {
  if (unsaved.get(projectRef)?.id === id) unsaved.delete(projectRef);
}
