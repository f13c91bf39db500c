import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { SnippetDocument } from '../../features/snippets/document/snippet-document.tsx';
import { tellOtherPages } from '../../features/snippets/open/snippet-events.ts';
import { SqlEditorPage } from '../../features/sql-editor/sql-editor-page.tsx';
import { Later } from '../../ui/pages/later.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';

/** The list may come a moment after the editor, which people wait for. */
const SnippetNavigation = lazy(async () => ({
  default: (await import('../../features/snippets/list/snippet-navigation.tsx')).SnippetNavigation,
}));
const DeletedDialog = lazy(async () => ({
  default: (await import('../../features/deleted-content/deleted-dialog.tsx')).DeletedDialog,
}));

/** The editor with the snippet that the address names, beside the list of all. */
export function SqlPage() {
  const { ref, id } = useParams({ from: '/signed-in/project/$ref/sql/$id' });
  const [showsDeleted, setShowsDeleted] = useState(false);
  return (
    <>
      <SnippetDocument key={ref} projectRef={ref} snippetId={id}>
        {(document) => (
          <SqlEditorPage
            projectRef={ref}
            document={document}
            navigation={
              <Later>
                <Suspense fallback={<Skeleton height={24} lines={6} />}>
                  <SnippetNavigation projectRef={ref} onShowDeleted={() => setShowsDeleted(true)} />
                </Suspense>
              </Later>
            }
          />
        )}
      </SnippetDocument>
      <Suspense>
        {showsDeleted && (
          <DeletedDialog
            projectRef={ref}
            type="sql"
            onClose={() => setShowsDeleted(false)}
            onBack={() => tellOtherPages({ projectRef: ref, id: null })}
          />
        )}
      </Suspense>
    </>
  );
}
