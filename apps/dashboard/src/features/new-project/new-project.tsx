import type { Organization } from '@basalt/contract';
import type { ReactNode } from 'react';
import { findOrganization, useOrganizations } from '../../api/use-organizations.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { NewProjectForm } from './new-project-form.tsx';

/** Creates a project in the organization with this slug. */
export function NewProject({ slug }: { slug: string }) {
  return (
    <NewProjectPage
      slug={slug}
      title="New project"
      description="A PostgreSQL database of its own, on this machine. Creating it takes about a second."
      actions={
        <ButtonLink to="/new/$slug/attach" params={{ slug }}>
          Attach a database that runs elsewhere
        </ButtonLink>
      }
      form={(organization, organizations) => (
        <NewProjectForm organization={organization} organizations={organizations} />
      )}
    />
  );
}

interface NewProjectPageProps {
  slug: string;
  title: string;
  description: string;
  /** Shown to whoever may create projects there. */
  actions?: ReactNode;
  form: (organization: Organization, organizations: Organization[]) => ReactNode;
}

/** A page on which a project comes into being: the form, or why there is none for this organization. */
export function NewProjectPage({ slug, title, description, actions, form }: NewProjectPageProps) {
  const { data: organizations, isError, error, refetch } = useOrganizations();
  // From the start, so that nothing moves when the organizations arrive.
  const isOpen =
    organizations === undefined || findOrganization(organizations, slug)?.abilities.create_project === true;
  return (
    <Page title={title} description={description} width="narrow" actions={isOpen && actions}>
      {organizations !== undefined && <Choice slug={slug} organizations={organizations} form={form} />}
      {organizations === undefined && isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {organizations === undefined && !isError && <Skeleton height={432} radius={10} />}
    </Page>
  );
}

interface ChoiceProps extends Pick<NewProjectPageProps, 'slug' | 'form'> {
  organizations: Organization[];
}

function Choice({ slug, organizations, form }: ChoiceProps) {
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
  return form(organization, organizations);
}
