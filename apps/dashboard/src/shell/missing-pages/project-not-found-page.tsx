import { MissingPage } from './missing-page.tsx';

/** For the ref of a project that does not exist, or that this person may not know of. */
export function ProjectNotFoundPage({ projectRef }: { projectRef: string }) {
  return (
    <MissingPage
      title="Project not found"
      heading="There is no such project"
      text={
        <>
          No project of yours has the reference <code>{projectRef}</code>. It may have been deleted, or it
          belongs to an organization you are not a member of.
        </>
      }
    />
  );
}
