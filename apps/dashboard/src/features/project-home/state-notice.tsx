import type { Project } from '@basalt/contract';
import { Notice } from '../../ui/notice.tsx';
import { RestoreButton } from '../lifecycle/restore-flow/restore-button.tsx';
import { CommandButton } from '../operations/command-button.tsx';

/** What is unusual about the project now and what to do about it; nothing when all is well. */
export function StateNotice({ project }: { project: Project }) {
  if (project.status === 'INACTIVE') {
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
