import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSnippetView } from '../actions/use-snippet-view.ts';
import { loadSnippet, type Opener } from './load-snippet.ts';
import type { OpenSnippet } from './open-snippet.ts';
import { openSnippet, showSnippet } from './open-snippets.ts';
import { itemQuery } from './snippet-cache.ts';
import { newSnippetFacts } from './snippet-facts.ts';
import type { UnsavedSnippet } from './unsaved-snippet.ts';

type Opening =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'open'; snippet: OpenSnippet };

/** Opens the snippet with this id, or the unsaved one. `opener` is null while the person is not known yet. */
export function useOpenedSnippet(opener: Opener | null, id: string, unsaved: UnsavedSnippet | null): Opening {
  const [found, setFound] = useState<{ id: string; opening: Opening } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is made when it is asked for
  useEffect(() => {
    if (opener === null) return;
    let isWanted = true;
    const tell = (opening: Opening) => isWanted && setFound({ id, opening });
    if (unsaved !== null) tell({ state: 'open', snippet: openUnsaved(opener, unsaved) });
    else {
      setFound((before) => (before?.id === id && before.opening.state === 'open' ? before : null));
      loadSnippet(opener, id).then(
        (snippet) => tell(snippet === null ? { state: 'missing' } : { state: 'open', snippet }),
        (error) => tell({ state: 'failed', error, retry }),
      );
    }
    return () => {
      isWanted = false;
    };
  }, [opener, id, unsaved, attempt, retry]);

  const opening: Opening = found?.id === id ? found.opening : { state: 'loading' };
  const snippet = opening.state === 'open' ? opening.snippet : null;
  useShown(opener?.projectRef ?? '', snippet);
  return opening;
}

function openUnsaved(opener: Opener, { id, content }: UnsavedSnippet): OpenSnippet {
  return openSnippet(opener.projectRef, opener.accountId, {
    facts: newSnippetFacts(id, content?.name),
    sql: content?.sql ?? '',
    version: 0,
    isChanged: content !== null,
    maySave: opener.mayCreate,
  });
}

/** Keeps a snippet open while it is shown, and asks the server now and then whether it has changed. */
function useShown(projectRef: string, snippet: OpenSnippet | null): void {
  useEffect(() => (snippet === null ? undefined : showSnippet(projectRef, snippet)), [projectRef, snippet]);
  const isNew = useSnippetView(snippet)?.isNew ?? true;
  const id = snippet?.view().facts.id ?? '';
  const { data } = useQuery({ ...itemQuery(projectRef, id), enabled: snippet !== null && !isNew });
  useEffect(() => {
    if (data?.type === 'sql' && data.id === id) snippet?.noticed(data as never);
  }, [data, id, snippet]);
}
