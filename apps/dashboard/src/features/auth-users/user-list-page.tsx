import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useProject } from '../../api/use-project.ts';
import { Page } from '../../ui/pages/page.tsx';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { InviteUserDialog } from './invite-user-dialog.tsx';
import { MailNotice, type SentMail } from './mail-notice.tsx';
import { ImportDialog } from './transfer/import-dialog.tsx';
import { TransferMenu } from './transfer/transfer-menu.tsx';
import { UserFilters } from './user-filters.tsx';
import { UserList } from './user-list.tsx';

/** Everybody who can sign in to the project's applications. */
export function UserListPage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  if (project === undefined) return null;
  return <Users project={project} />;
}

function Users({ project }: { project: Project }) {
  const { dialog } = useSearch({ from: '/signed-in/project/$ref/auth/users' });
  const navigate = useNavigate({ from: '/project/$ref/auth/users' });
  const [sent, setSent] = useState<SentMail | null>(null);
  const open = (name: 'create' | 'invite' | 'import') =>
    void navigate({ search: (search) => ({ ...search, dialog: name }) });
  const close = () => void navigate({ search: ({ dialog: _, ...rest }) => rest });
  const mayChange = project.abilities.update_auth_users;
  return (
    <Page
      title="Users"
      description="Everybody who can sign in to applications of this project."
      actions={
        <>
          {mayChange && (
            <>
              <Button onClick={() => open('invite')}>Invite user</Button>
              <Button variant="filled" onClick={() => open('create')}>
                Create user
              </Button>
            </>
          )}
          <TransferMenu project={project} onImport={() => open('import')} />
        </>
      }
    >
      {sent !== null && <MailNotice project={project} sent={sent} onClose={() => setSent(null)} />}
      <UserFilters />
      <UserList project={project} onCreate={() => open('create')} />
      <CreateUserDialog projectRef={project.ref} opened={mayChange && dialog === 'create'} onClose={close} />
      <ImportDialog projectRef={project.ref} opened={mayChange && dialog === 'import'} onClose={close} />
      <InviteUserDialog
        projectRef={project.ref}
        opened={mayChange && dialog === 'invite'}
        onClose={close}
        onSent={setSent}
      />
    </Page>
  );
}
