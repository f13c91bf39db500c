import { useParams } from '@tanstack/react-router';
import { useProject } from '../../api/use-project.ts';
import { TableEditorPage } from '../../features/table-editor/table-editor-page.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';

/** The tables of a project, with the one that the address names, if any, and the ways to the table designer. */
export function EditorPage() {
  const { ref = '', id } = useParams({ strict: false });
  const mayChange = useProject(ref).data?.abilities.run_sql === true;
  if (!mayChange) return <TableEditorPage key={ref} projectRef={ref} tableId={id ?? null} />;
  return (
    <TableEditorPage
      key={ref}
      projectRef={ref}
      tableId={id ?? null}
      newTable={(schema) => (
        <ButtonLink to="/project/$ref/database/tables/new" params={{ ref }} search={{ schema }}>
          New table
        </ButtonLink>
      )}
      tableActions={(table) => (
        <>
          <ButtonLink size="xs" to="/project/$ref/database/tables/$id/edit" params={{ ref, id: table }}>
            Change table
          </ButtonLink>
          <ButtonLink size="xs" to="/project/$ref/database/tables/$id/duplicate" params={{ ref, id: table }}>
            Duplicate
          </ButtonLink>
        </>
      )}
    />
  );
}
