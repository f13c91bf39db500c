import { useOrganizations } from '../../api/use-organizations.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NewProjectForm } from './new-project-form.tsx';

/** Creates a project in the organization with this slug. */
export function NewProjectPage({ slug }: { slug: string }) {
  const organizations = useOrganizations();
  const organization = organizations.data?.find((one) => one.slug === slug);
  return (
    <Page
      title="New project"
      description="A PostgreSQL database of its own, on this machine. Creating it takes about a second."
      width="narrow"
    >
      <Content />
    </Page>
  );

  function Content() {
    if (organizations.isError && organizations.data === undefined) {
      return <ErrorState error={organizations.error} onRetry={() => void organizations.refetch()} />;
    }
    if (organizations.data === undefined) return <Skeleton height={486} radius={10} />;
    if (organization === undefined) {
      return (
        <EmptyState
          title="There is no such organization"
          text={
            <>
              No organization of yours is called <code>{slug}</code>.
            </>
          }
          action={<ButtonLink to="/new">Choose another</ButtonLink>}
        />
      );
    }
    if (!organization.abilities.create_project) {
      return (
        <EmptyState
          title="You may not create projects here"
          text={`Owners and administrators of ${organization.name} can. Your role is ${organization.role}.`}
          action={<ButtonLink to="/projects">Go to your projects</ButtonLink>}
        />
      );
    }
    return <NewProjectForm organization={organization} organizations={organizations.data} />;
  }
}
