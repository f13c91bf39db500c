import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { ProjectFilters } from './project-filters.tsx';
import { ProjectGroups } from './project-groups.tsx';

const NewOrganizationDialog = lazy(() =>
  import('./new-organization-dialog.tsx').then((module) => ({ default: module.NewOrganizationDialog })),
);
const RemovedProjects = lazy(() =>
  import('./removed/removed-projects.tsx').then((module) => ({ default: module.RemovedProjects })),
);

/** Every project one can see, under its organization. */
export function ProjectListPage() {
  const { dialog } = useSearch({ from: '/signed-in/projects' });
  const navigate = useNavigate({ from: '/projects' });
  const openDialog = () => void navigate({ search: (search) => ({ ...search, dialog: 'new-organization' }) });
  const closeDialog = () => void navigate({ search: ({ dialog: _, ...rest }) => rest });
  return (
    <Page
      title="Projects"
      actions={
        <>
          <Button onClick={openDialog}>New organization</Button>
          <ButtonLink to="/new" variant="filled">
            New project
          </ButtonLink>
        </>
      }
    >
      <ProjectFilters />
      <ProjectGroups onNewOrganization={openDialog} />
      <Suspense>
        <RemovedProjects isOpen={dialog === 'deleted'} onClose={closeDialog} />
      </Suspense>
      <Suspense>{dialog === 'new-organization' && <NewOrganizationDialog onClose={closeDialog} />}</Suspense>
    </Page>
  );
}
