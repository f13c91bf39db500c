import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { SnippetDocument } from '../../features/snippets/snippet-document.tsx';
import { SqlEditorPage } from '../../features/sql-editor/sql-editor-page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The list may come a moment after the editor, which people wait for. */
const SnippetNavigation = lazy(async () => ({
  default: (await import('../../features/snippets/snippet-navigation.tsx')).SnippetNavigation,
}));

/** The editor with the snippet that the address names, beside the list of all. */
export function SqlPage() {
  const { ref, id } = useParams({ from: '/signed-in/project/$ref/sql/$id' });
  return (
    <SnippetDocument key={ref} projectRef={ref} snippetId={id}>
      {(document) => (
        <SqlEditorPage
          projectRef={ref}
          document={document}
          navigation={
            <Suspense fallback={<Skeleton height={24} lines={6} />}>
              <SnippetNavigation projectRef={ref} />
            </Suspense>
          }
        />
      )}
    </SnippetDocument>
  );
}
