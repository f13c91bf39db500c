import type { Project } from '@basalt/contract';
import { usePauseStatus } from '../../api/use-pause-status.ts';
import { CommandButton } from '../../operations/commands/command-button.tsx';
import { RestoreButton } from '../../operations/restore/restore-button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/pages/notice.tsx';

/** What is unusual about the project now and what to do about it; nothing when all is well. */
export function StateNotice({ project }: { project: Project }) {
  if (project.status === 'INACTIVE') return <PausedNotice project={project} />;
  if (project.status === 'ACTIVE_UNHEALTHY') {
    return (
      <Notice
        tone="danger"
        title="The database does not answer"
        actions={<CommandButton project={project} command="restart" />}
      >
        <p>{project.status_reason ?? 'Restart the project to start it again.'}</p>
      </Notice>
    );
  }
  return null;
}

function PausedNotice({ project }: { project: Project }) {
  const { data: pause } = usePauseStatus(project.ref);
  if (pause?.can_restore === false) {
    return (
      <Notice
        tone="warn"
        title={`This project has been paused for more than ${pause.max_days_till_restore_disabled} days`}
        actions={
          // The page that stands in for the backups of a paused project has the downloads and the ways back.
          <ButtonLink to="/project/$ref/database/backups/scheduled" params={{ ref: project.ref }} search={{}}>
            Ways to get the data back
          </ButtonLink>
        }
      >
        <p>It can no longer be restored from the dashboard. Its data is kept and can be downloaded.</p>
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      title="This project is paused"
      actions={<RestoreButton project={project} variant="filled" />}
    >
      <p>Its database does not run and takes no connections. All data is kept.</p>
    </Notice>
  );
}
