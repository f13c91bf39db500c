import { ButtonLink } from '../button-link.tsx';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

/** For the address of an organization that does not exist, or that this person does not belong to. */
export function NoOrganization({ slug }: { slug: string }) {
  return (
    <Page title="Organization not found">
      <EmptyState
        title="There is no such organization"
        text={
          <>
            No organization of yours has the address <code>{slug}</code>, or you are no longer a member of it.
          </>
        }
        action={<ButtonLink to="/projects">Go to your projects</ButtonLink>}
      />
    </Page>
  );
}
