import { useState } from 'react';
import { useIsHandedOver } from '../../../lib/hand-over.ts';
import { type FreshSnippet, freshSnippet } from './fresh-snippet.ts';

/** What `/sql/new` shows, from the first visit on; null at the address of a snippet. */
export function useFreshSnippet(projectRef: string, snippetId: string): FreshSnippet | null {
  const isHandedOver = useIsHandedOver(projectRef);
  const visit = `${projectRef}:${snippetId}`;
  const [shown, setShown] = useState<{ visit: string; fresh: FreshSnippet | null }>({
    visit: '',
    fresh: null,
  });
  const isNew = snippetId === 'new';
  if (shown.visit === visit && !(isNew && isHandedOver)) return shown.fresh;
  const fresh = isNew ? freshSnippet(projectRef) : null;
  setShown({ visit, fresh });
  return fresh;
}
