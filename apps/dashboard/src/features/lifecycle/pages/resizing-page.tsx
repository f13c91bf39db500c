import type { Project } from '@basalt/contract';
import { OperationProgress } from '../../operations/operation-progress.tsx';
import { SCHEDULES } from '../poll-schedules.ts';
import { StatePage } from '../state-page.tsx';
import { useStatusPoll } from '../use-status-poll.ts';

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
