import type { Project } from '@basalt/contract';
import { CommandButton } from '../../operations/command-button.tsx';
import { FailedPage } from '../failed-page.tsx';

export function RestoreFailedPage({ project }: { project: Project }) {
  return (
    <FailedPage
      project={project}
      kind="restore"
      title="Something went wrong while restoring your project"
      text="Your data is intact. Try again; if that does not help, contact support with the details below."
      actions={
        <CommandButton project={project} command="restore" variant="filled" label="Try to restore again" />
      }
    />
  );
}
