import { useParams } from '@tanstack/react-router';
import { SqlEditorPage } from '../../features/sql-editor/sql-editor-page.tsx';

/** The editor, empty or with the snippet that the address names. */
export function SqlPage() {
  const { ref = '', id } = useParams({ strict: false });
  return <SqlEditorPage projectRef={ref} {...(id === undefined ? {} : { snippetId: id })} />;
}
