import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { type DesignerTask, TableDesigner } from '../../features/table-designer/table-designer.tsx';
import { Page } from '../../ui/pages/page.tsx';

/** The page of a table's rows is not everybody's way back: whoever came by a link gets to the list of tables. */
function DesignerPage({
  title,
  projectRef,
  task,
}: {
  title: string;
  projectRef: string;
  task: DesignerTask;
}) {
  const router = useRouter();
  const navigate = useNavigate();
  const leave = () => {
    if (router.history.canGoBack()) router.history.back();
    else void navigate({ to: '/project/$ref/database/tables', params: { ref: projectRef } });
  };
  return (
    <Page title={title} width="wide">
      <TableDesigner
        projectRef={projectRef}
        task={task}
        onClose={leave}
        onDropped={() => void navigate({ to: '/project/$ref/database/tables', params: { ref: projectRef } })}
        onSaved={({ id }) =>
          void navigate({
            to: '/project/$ref/editor/$id',
            params: { ref: projectRef, id: String(id) },
          })
        }
      />
    </Page>
  );
}

export function NewTablePage() {
  const from = '/signed-in/project/$ref/database/tables/new';
  const { ref } = useParams({ from });
  const { schema } = useSearch({ from });
  return <DesignerPage title="New table" projectRef={ref} task={{ kind: 'create', schema }} />;
}

export function ChangeTablePage() {
  const { ref, id } = useParams({ from: '/signed-in/project/$ref/database/tables/$id/edit' });
  return <DesignerPage title="Change table" projectRef={ref} task={{ kind: 'change', id: Number(id) }} />;
}

export function DuplicateTablePage() {
  const { ref, id } = useParams({ from: '/signed-in/project/$ref/database/tables/$id/duplicate' });
  return (
    <DesignerPage title="Duplicate table" projectRef={ref} task={{ kind: 'duplicate', id: Number(id) }} />
  );
}
