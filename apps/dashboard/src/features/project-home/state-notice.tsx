import type { Project } from '@basalt/contract';
import { Notice } from '../../ui/notice.tsx';
import { CommandButton } from '../operations/command-button.tsx';

/** What is unusual about the project now and what to do about it; nothing when all is well. */
export function StateNotice({ project }: { project: Project }) {
  if (project.status === 'INACTIVE') {
    return (
      <Notice
        tone="info"
        title="This project is paused"
        actions={<CommandButton project={project} command="restore" variant="filled" />}
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
  if (project.is_readonly_mode_enabled) {
    return (
      <Notice tone="warn" title="This project is in read-only mode">
        <p>Nothing can be written until disk usage is below 95%.</p>
      </Notice>
    );
  }
  return null;
}
