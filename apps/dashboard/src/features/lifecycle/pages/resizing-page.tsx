import type { Project } from '@basalt/contract';
import { SCHEDULES } from '../../../operations/follow/poll-schedules.ts';
import { useStatusPoll } from '../../../operations/follow/use-status-poll.ts';
import { OperationProgress } from '../../../operations/progress/operation-progress.tsx';
import { StatePage } from '../../../ui/pages/state-page.tsx';

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
