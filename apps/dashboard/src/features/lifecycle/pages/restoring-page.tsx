import type { Project } from '@basalt/contract';
import { OperationProgress } from '../../operations/operation-progress.tsx';
import { SCHEDULES } from '../poll-schedules.ts';
import { StatePage } from '../state-page.tsx';
import { useStatusPoll } from '../use-status-poll.ts';

export function RestoringPage({ project }: { project: Project }) {
  useStatusPoll(project, SCHEDULES.restoring);
  return (
    <StatePage
      mark="live"
      title="Restoration in progress"
      status={project.status}
      text={`The database of ${project.name} is starting with all of its data.`}
    >
      <OperationProgress projectRef={project.ref} kinds={['restore']} state="running" />
    </StatePage>
  );
}
