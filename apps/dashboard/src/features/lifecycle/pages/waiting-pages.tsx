import type { Project } from '@basalt/contract';
import { SCHEDULES } from '../../../operations/follow/poll-schedules.ts';
import { useStatusPoll } from '../../../operations/follow/use-status-poll.ts';
import { newestOperation } from '../../../operations/progress/operation-labels.ts';
import { OperationProgress } from '../../../operations/progress/operation-progress.tsx';
import { useOperations } from '../../../operations/progress/use-operations.ts';
import { StatePage } from '../../../ui/pages/state-page.tsx';

const KINDS = ['pause', 'delete', 'erase'] as const;

/** For projects that are pausing and for those going down, which are pausing or being deleted. */
export function PausingPage({ project }: { project: Project }) {
  useStatusPoll(project, SCHEDULES.pausing);
  const { data } = useOperations(project.ref, { live: true });
  const kind = data && newestOperation(data, KINDS)?.kind;
  const isDeleting = kind === 'delete' || kind === 'erase';
  const deletes = project.status === 'GOING_DOWN' && isDeleting;
  return (
    <StatePage
      mark="live"
      title={deletes ? 'Deleting project' : 'Pausing project'}
      status={project.status}
      text={
        deletes
          ? `The database of ${project.name} is being stopped. Its data is kept for a limited time.`
          : `The database of ${project.name} is being stopped. All data is kept, and the project can be restored at any time.`
      }
    >
      <OperationProgress projectRef={project.ref} kinds={KINDS} state="running" />
    </StatePage>
  );
}

export function ResizingPage({ project }: { project: Project }) {
  useStatusPoll(project, SCHEDULES.restarting);
  return (
    <StatePage
      mark="live"
      title="Resizing Project Compute size"
      status={project.status}
      text={`The database of ${project.name} gets its new size and starts again. Clients can connect again in a moment.`}
    >
      <OperationProgress projectRef={project.ref} kinds={['resize']} state="running" />
    </StatePage>
  );
}

export function RestartingPage({ project }: { project: Project }) {
  useStatusPoll(project, SCHEDULES.restarting);
  return (
    <StatePage
      mark="live"
      title="Restarting..."
      status={project.status}
      text={`The database of ${project.name} stops and starts again. Clients can connect again in a moment.`}
    >
      <OperationProgress projectRef={project.ref} kinds={['restart']} state="running" />
    </StatePage>
  );
}
