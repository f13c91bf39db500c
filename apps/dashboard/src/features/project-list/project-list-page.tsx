import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue } from 'react';
import { orpc } from '../../api/client.ts';
import { useOrganizations } from '../../api/use-organizations.ts';
import { groupProjects } from '../../lib/group-projects.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { OrganizationProjects } from './organization-projects.tsx';
import { ProjectFilters } from './project-filters.tsx';
import { ProjectListSkeleton } from './project-list-skeleton.tsx';

const NewOrganizationDialog = lazy(() =>
  import('./new-organization-dialog.tsx').then((module) => ({ default: module.NewOrganizationDialog })),
);

/** Every project one can see, under its organization. */
export function ProjectListPage() {
  const search = useSearch({ from: '/signed-in/projects' });
  const navigate = useNavigate({ from: '/projects' });
  const organizations = useOrganizations();
  const projects = useQuery({ ...orpc.projects.list.queryOptions(), refetchInterval: 15_000 });
  const filter = useDeferredValue({ search: search.q, status: search.status });
  const setDialog = (dialog: 'new-organization' | undefined) =>
    void navigate({ search: ({ dialog: _, ...rest }) => (dialog === undefined ? rest : { ...rest, dialog }) });

  return (
    <Page
      title="Projects"
      actions={
        <>
          <Button onClick={() => setDialog('new-organization')}>New organization</Button>
          <ButtonLink to="/new" variant="filled">
            New project
          </ButtonLink>
        </>
      }
    >
      <ProjectFilters />
      <Content />
      <Suspense>
        {search.dialog === 'new-organization' && <NewOrganizationDialog onClose={() => setDialog(undefined)} />}
      </Suspense>
    </Page>
  );

  function Content() {
    const failed = [organizations, projects].find((query) => query.isError && query.data === undefined);
    if (failed !== undefined) {
      return (
        <ErrorState
          error={failed.error}
          title="Your projects could not be loaded"
          onRetry={() => void Promise.all([organizations.refetch(), projects.refetch()])}
        />
      );
    }
    if (organizations.data === undefined || projects.data === undefined) return <ProjectListSkeleton />;
    if (organizations.data.length === 0) {
      return (
        <EmptyState
          title="You belong to no organization yet"
          text="Projects live in an organization. Create one, or ask somebody to add you to theirs."
          action={
            <Button variant="filled" onClick={() => setDialog('new-organization')}>
              New organization
            </Button>
          }
        />
      );
    }
    const groups = groupProjects(organizations.data, projects.data, filter);
    if (groups.length === 0) {
      return (
        <EmptyState
          title="No project matches"
          text="Try another name, reference or status."
          action={<Button onClick={() => void navigate({ search: {} })}>Show all projects</Button>}
        />
      );
    }
    return groups.map((group) => <OrganizationProjects key={group.organization.slug} {...group} />);
  }
}
