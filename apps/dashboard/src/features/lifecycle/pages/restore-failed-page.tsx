import type { Project } from '@basalt/contract';
import { RestoreButton } from '../../../operations/restore/restore-button.tsx';
import { FailedPage } from '../failed-page.tsx';
import { RESTORE_KINDS } from '../restoration.ts';
import { ReturnButton } from '../return-button.tsx';

export function RestoreFailedPage({ project }: { project: Project }) {
  return (
    <FailedPage
      project={project}
      kinds={RESTORE_KINDS}
      title="Something went wrong while restoring your project"
      text="Your data is intact. Try again; if that does not help, contact support."
      subject={`Restoring ${project.name} failed`}
      actions={
        <>
          <RestoreButton project={project} variant="filled" label="Try to restore again" />
          <ReturnButton project={project} />
        </>
      }
    />
  );
}
