import { useParams } from '@tanstack/react-router';
import { TableEditorPage } from '../../features/table-editor/table-editor-page.tsx';

/** The tables of a project, with the one that the address names, if any. */
export function EditorPage() {
  const { ref = '', id } = useParams({ strict: false });
  return <TableEditorPage key={ref} projectRef={ref} tableId={id ?? null} />;
}
