import type { Project } from '@basalt/contract';
import { CommandButton } from '../../../operations/commands/command-button.tsx';
import { RestoreButton } from '../../../operations/restore/restore-button.tsx';
import { FailedPage } from '../failed-page.tsx';
import { ReturnButton } from '../return-button.tsx';

export function PauseFailedPage({ project }: { project: Project }) {
  return (
    <FailedPage
      project={project}
      kinds={['pause']}
      title="Something went wrong while pausing your project"
      text="Your data is intact. Try again, or restore the project to use it on; if neither helps, contact support."
      subject={`Pausing ${project.name} failed`}
      actions={
        <>
          <CommandButton project={project} command="pause" variant="filled" label="Try to pause again" />
          <RestoreButton project={project} />
          <ReturnButton project={project} />
        </>
      }
    />
  );
}
