import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue } from 'react';
import { orpc } from '../../api/client.ts';
import { useOrganizations } from '../../api/use-organizations.ts';
import { groupProjects } from '../../lib/group-projects.ts';
import { usePersisted } from '../../lib/persisted.ts';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { LIST_VIEW } from './list-view.ts';
import { ProjectTable } from './project-table.tsx';

/** Most people never choose them. */
const ProjectCards = lazy(() =>
  import('./project-cards.tsx').then((module) => ({ default: module.ProjectCards })),
);

/** Statuses change while one looks; this often the list asks again, in milliseconds. */
const REFRESH = 15_000;

/** The projects that the address asks for, or why there are none. */
export function ProjectGroups({ onNewOrganization }: { onNewOrganization: () => void }) {
  const { q, status } = useSearch({ from: '/signed-in/projects' });
  const navigate = useNavigate({ from: '/projects' });
  const organizations = useOrganizations();
  const projects = useQuery({ ...orpc.projects.list.queryOptions(), refetchInterval: REFRESH });
  const search = useDeferredValue(q);
  const [view] = usePersisted(LIST_VIEW);

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
          <Button variant="filled" onClick={onNewOrganization}>
            New organization
          </Button>
        }
      />
    );
  }
  const groups = groupProjects(organizations.data, projects.data, { search, status });
  if (groups.length === 0) {
    return (
      <EmptyState
        title="No project matches"
        text="Try another name, reference or status."
        action={<Button onClick={() => void navigate({ search: {} })}>Show all projects</Button>}
      />
    );
  }
  if (view === 'table') return <ProjectTable groups={groups} />;
  return (
    <Suspense fallback={<ProjectListSkeleton />}>
      <ProjectCards groups={groups} />
    </Suspense>
  );
}

/** The head of the table, one organization and three projects, at the size of the real rows. */
function ProjectListSkeleton() {
  return (
    <div role="status" aria-label="Loading projects">
      <Skeleton height={33 + 4 * 44} radius={10} />
    </div>
  );
}
