import type { Organization } from '@basalt/contract';
import { findOrganization, useOrganizations } from '../../api/use-organizations.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { NewProjectForm } from './new-project-form.tsx';

/** Creates a project in the organization with this slug. */
export function NewProject({ slug }: { slug: string }) {
  const { data: organizations, isError, error, refetch } = useOrganizations();
  return (
    <Page
      title="New project"
      description="A PostgreSQL database of its own, on this machine. Creating it takes about a second."
      width="narrow"
    >
      {organizations !== undefined && <Choice slug={slug} organizations={organizations} />}
      {organizations === undefined && isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {organizations === undefined && !isError && <Skeleton height={432} radius={10} />}
    </Page>
  );
}

/** The form, or why there is none for this organization. */
function Choice({ slug, organizations }: { slug: string; organizations: Organization[] }) {
  const organization = findOrganization(organizations, slug);
  if (organization === undefined) {
    return (
      <EmptyState
        title="There is no such organization"
        text={
          <>
            No organization of yours has the address <code>{slug}</code>.
          </>
        }
        action={<ButtonLink to="/new">Choose another</ButtonLink>}
      />
    );
  }
  if (!organization.abilities.create_project) {
    return (
      <EmptyState
        title="You cannot create projects here"
        text={
          organization.is_closed
            ? `${organization.name} requires two-factor sign-in, which your account does not have yet.`
            : `Owners and administrators of ${organization.name} can. Your role is ${organization.role}.`
        }
        action={<ButtonLink to="/projects">Go to your projects</ButtonLink>}
      />
    );
  }
  return <NewProjectForm organization={organization} organizations={organizations} />;
}
