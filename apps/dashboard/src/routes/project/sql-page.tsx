import { useParams } from '@tanstack/react-router';
import { SnippetDocument } from '../../features/snippets/snippet-document.tsx';
import { SnippetNavigation } from '../../features/snippets/snippet-navigation.tsx';
import { SqlEditorPage } from '../../features/sql-editor/sql-editor-page.tsx';

/** The editor with the snippet that the address names, beside the list of all. */
export function SqlPage() {
  const { ref, id } = useParams({ from: '/signed-in/project/$ref/sql/$id' });
  return (
    <SnippetDocument key={ref} projectRef={ref} snippetId={id}>
      {(document) => (
        <SqlEditorPage
          projectRef={ref}
          document={document}
          navigation={<SnippetNavigation projectRef={ref} />}
        />
      )}
    </SnippetDocument>
  );
}
