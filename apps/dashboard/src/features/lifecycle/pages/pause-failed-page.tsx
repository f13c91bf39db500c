import type { Project } from '@basalt/contract';
import { CommandButton } from '../../operations/command-button.tsx';
import { FailedPage } from '../failed-page.tsx';

export function PauseFailedPage({ project }: { project: Project }) {
  return (
    <FailedPage
      project={project}
      kind="pause"
      title="Something went wrong while pausing your project"
      text="Your data is intact. Try again, or restore the project to use it on; if neither helps, contact support with the details below."
      actions={
        <>
          <CommandButton project={project} command="pause" variant="filled" label="Try to pause again" />
          <CommandButton project={project} command="restore" />
        </>
      }
    />
  );
}
