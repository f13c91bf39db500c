import type { Project } from '@basalt/contract';
import { SCHEDULES } from '../poll-schedules.ts';
import { StatePage } from '../state-page.tsx';
import { useStatusPoll } from '../use-status-poll.ts';

export function UpgradingPage({ project }: { project: Project }) {
  useStatusPoll(project, SCHEDULES.upgrading);
  return (
    <StatePage
      mark="live"
      title="Upgrading in progress"
      status={project.status}
      text={`${project.name} moves to a newer version of PostgreSQL. It does not accept connections until that is done.`}
    />
  );
}
