import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { DesignForm } from './design-form.tsx';
import { DuplicateForm } from './duplicate-form.tsx';
import type { DesignerTask, SavedTable } from './table-designer.tsx';

export interface DesignerEvents {
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: (table: SavedTable) => void;
  onDropped: () => void;
}

interface DesignerBodyProps extends DesignerEvents {
  projectRef: string;
  task: DesignerTask;
}

/** The form, once it is known what the table is, or why there is none. */
export function DesignerBody({ projectRef, task, ...events }: DesignerBodyProps) {
  const { data: project } = useProject(projectRef);
  if (project !== undefined && project.abilities.run_sql !== true)
    return (
      <Notice tone="info" title="You cannot change the database of this project">
        <p>Ask an owner or administrator of the organization for another role.</p>
      </Notice>
    );
  if (task.kind === 'create')
    return <DesignForm projectRef={projectRef} schema={task.schema ?? 'public'} stored={null} {...events} />;
  return <StoredTable projectRef={projectRef} task={task} {...events} />;
}

function StoredTable({
  projectRef: ref,
  task,
  ...events
}: DesignerBodyProps & { task: Exclude<DesignerTask, { kind: 'create' }> }) {
  const { data, error, refetch } = useQuery({
    ...orpc.tableDesigns.get.queryOptions({ input: { ref, id: String(task.id) } }),
    // The form begins with what is there now, and keeps what it began with.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (data === undefined)
    return error === null ? (
      <div role="status" aria-label="Loading the table">
        <Skeleton height={420} radius={6} />
      </div>
    ) : (
      <ErrorState error={error} title="The table could not be loaded" onRetry={() => void refetch()} />
    );
  if (task.kind === 'duplicate') return <DuplicateForm projectRef={ref} stored={data} {...events} />;
  if (data.read_only !== null)
    return (
      <Notice tone="info" title="This table cannot be changed here">
        <p>{data.read_only}</p>
      </Notice>
    );
  return (
    <DesignForm
      // After a conflict the form begins anew with what the table is then.
      key={data.version}
      projectRef={ref}
      schema={data.design.schema}
      stored={data}
      onReload={() => void refetch()}
      {...events}
    />
  );
}
