import type { Project } from '@basalt/contract';
import { OperationProgress } from '../../operations/operation-progress.tsx';
import { SCHEDULES } from '../poll-schedules.ts';
import { StatePage } from '../state-page.tsx';
import { useStatusPoll } from '../use-status-poll.ts';

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
