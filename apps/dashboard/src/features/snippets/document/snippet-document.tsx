import { IconFileUnknown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { profileQuery } from '../../../api/profile-query.ts';
import { useProject } from '../../../api/use-project.ts';
import type { EditorDocument } from '../../../query/editor-document.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { ask, useAsked } from '../actions/asked-dialog.ts';
import { useSnippetView } from '../actions/use-snippet-view.ts';
import { recoverOldDraft } from '../drafts/old-draft.ts';
import { rememberSnippet } from '../open/last-snippet.ts';
import { type Opener, recoverDrafts } from '../open/load-snippet.ts';
import type { OpenSnippet } from '../open/open-snippet.ts';
import { applySnippetEvent } from '../open/snippet-cache.ts';
import { onSnippetEvent } from '../open/snippet-events.ts';
import { releaseUnsaved, useUnsavedSnippet } from '../open/unsaved-snippet.ts';
import { useOpenedSnippet } from '../open/use-opened-snippet.ts';
import { DocumentHeader } from './document-header.tsx';
import { DocumentNotice } from './document-notice.tsx';
import { nameAfterText } from './name-after-text.ts';

const SnippetDialogs = lazy(() =>
  import('../actions/snippet-dialogs.tsx').then((module) => ({ default: module.SnippetDialogs })),
);

interface SnippetDocumentProps {
  projectRef: string;
  /** The id of a snippet, or `new` for the unsaved one. */
  snippetId: string;
  children: (document: EditorDocument | null) => ReactNode;
}

/** Opens the snippet that the address names, for the editor. Null while it is loading. */
export function SnippetDocument({ projectRef, snippetId, children }: SnippetDocumentProps) {
  const opener = useOpener(projectRef);
  const unsaved = useUnsavedSnippet(projectRef, snippetId);
  const id = unsaved?.id ?? snippetId;
  const opening = useOpenedSnippet(opener, id, unsaved);
  const snippet = opening.state === 'open' ? opening.snippet : null;
  useAddress(projectRef, snippetId, snippet, opening.state === 'missing');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each project that is opened; what is shown later takes care of its own drafts
  useEffect(() => {
    if (opener === null) return;
    recoverOldDraft(opener);
    void recoverDrafts(opener, id);
  }, [opener]);
  useEffect(() => onSnippetEvent(applySnippetEvent), []);
  const document = useDocument(opener, snippet);
  if (opening.state === 'missing') return <MissingSnippet projectRef={projectRef} />;
  if (opening.state === 'failed')
    return (
      <Page title="SQL Editor" width="narrow">
        <ErrorState error={opening.error} title="The snippet could not be loaded" onRetry={opening.retry} />
      </Page>
    );
  return (
    <>
      {children(document)}
      <Dialogs projectRef={projectRef} />
    </>
  );
}

/** Dialogs about snippets and folders, loaded with the first one. */
function Dialogs({ projectRef }: { projectRef: string }) {
  const hasAsked = useAsked() !== null;
  useEffect(() => () => ask(null), []);
  return <Suspense>{hasAsked && <SnippetDialogs projectRef={projectRef} />}</Suspense>;
}

function useOpener(projectRef: string): Opener | null {
  const accountId = useQuery(profileQuery).data?.id;
  const mayCreate = useProject(projectRef).data?.abilities.create_content;
  return useMemo(
    () =>
      accountId === undefined || mayCreate === undefined
        ? null
        : { projectRef, accountId: String(accountId), mayCreate },
    [projectRef, accountId, mayCreate],
  );
}

/**
 * Gives a new snippet an address at its first change, so that a reload finds it. Remembers the snippet that was visited
 * last.
 */
function useAddress(
  projectRef: string,
  snippetId: string,
  snippet: OpenSnippet | null,
  isMissing: boolean,
): void {
  const navigate = useNavigate();
  const view = useSnippetView(snippet);
  const id = view?.facts.id;
  const isUsed = view !== null && (!view.isNew || view.phase !== 'idle' || view.isOnlyHere);
  useEffect(() => {
    if (isMissing) rememberSnippet(projectRef, null);
    if (id === undefined || !isUsed) return;
    releaseUnsaved(projectRef, id);
    rememberSnippet(projectRef, id);
    if (snippetId === 'new')
      void navigate({
        to: '/project/$ref/sql/$id',
        params: { ref: projectRef, id },
        search: true,
        replace: true,
      });
  }, [projectRef, snippetId, id, isUsed, isMissing, navigate]);
}

/** Returns the same object until another text is loaded. A new object would draw the editor again at every key. */
function useDocument(opener: Opener | null, snippet: OpenSnippet | null): EditorDocument | null {
  const generation = useSnippetView(snippet)?.generation ?? 0;
  return useMemo(() => {
    if (snippet === null || opener === null) return null;
    return {
      key: `${snippet.view().facts.id}:${generation}`,
      initialText: snippet.text(),
      changed: snippet.changed,
      flush: snippet.saveNow,
      ran: () => void nameAfterText(opener.projectRef, snippet),
      mounted: snippet.mounted,
      isEditable: true,
      header: <DocumentHeader opener={opener} snippet={snippet} />,
      notice: <DocumentNotice opener={opener} snippet={snippet} />,
    };
  }, [opener, snippet, generation]);
}

/** The page at an address whose snippet does not exist, or that this person may not see. */
function MissingSnippet({ projectRef }: { projectRef: string }) {
  return (
    <Page title="SQL Editor" width="narrow">
      <EmptyState
        icon={<IconFileUnknown size={28} stroke={1.5} />}
        title="There is no snippet at this address"
        text="It was deleted, or it is private to somebody else."
        action={
          <ButtonLink variant="filled" to="/project/$ref/sql/$id" params={{ ref: projectRef, id: 'new' }}>
            New query
          </ButtonLink>
        }
      />
    </Page>
  );
}
