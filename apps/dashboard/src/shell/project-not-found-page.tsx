import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

/** For the ref of a project that does not exist, or that this person may not know of. */
export function ProjectNotFoundPage({ projectRef }: { projectRef: string }) {
  return (
    <Page title="Project not found" width="narrow">
      <EmptyState
        title="There is no such project"
        text={
          <>
            No project of yours has the reference <code>{projectRef}</code>. It may have been deleted, or it
            belongs to an organization you are not a member of.
          </>
        }
        action={
          <ButtonLink to="/projects" variant="filled">
            Go to your projects
          </ButtonLink>
        }
      />
    </Page>
  );
}
