import type { AuthUser, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ActionRow, ActionRows } from '../../ui/lists/action-row.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { BanDialog } from './ban-dialog.tsx';
import { useUserAction } from './use-user-action.ts';
import { userTitle } from './user-names.ts';
import { isBanned } from './user-state.tsx';

/** Keeping a user out, for a time or for good. */
export function UserAccess({ project, user }: { project: Project; user: AuthUser }) {
  const [asked, setAsked] = useState<'ban' | 'delete' | null>(null);
  const navigate = useNavigate();
  const of = { ref: project.ref, id: user.id };
  const close = () => setAsked(null);
  const unban = useUserAction({
    mutation: orpc.authUsers.update.mutationOptions(),
    done: 'Lifted the ban',
    failed: (message) => `Failed to lift the ban: ${message}`,
  });
  const remove = useUserAction({
    mutation: orpc.authUsers.delete.mutationOptions({
      // Before anything is read again: this page would ask for somebody who is gone.
      onSuccess: () =>
        navigate({ to: '/project/$ref/auth/users', params: { ref: project.ref }, search: true }),
    }),
    done: `Deleted ${userTitle(user)}`,
    failed: (message) => `Failed to delete user: ${message}`,
  });
  if (!project.abilities.update_auth_users) return null;
  const name = user.email || user.phone || user.id;
  return (
    <Section title="Access" tone="danger">
      <ActionRows label="Access">
        {isBanned(user, Date.now()) ? (
          <ActionRow
            title="Lift the ban"
            text="The user can sign in again at once."
            action={
              <Button
                loading={unban.isRunning}
                onClick={() => void unban.run({ ...of, ban_duration: 'none' })}
              >
                Lift the ban
              </Button>
            }
          />
        ) : (
          <ActionRow
            title="Ban user"
            text="Keeps the user from signing in. Nothing is deleted."
            action={<Button onClick={() => setAsked('ban')}>Ban user…</Button>}
          />
        )}
        <ActionRow
          title="Delete user"
          text="Removes the user and whatever rows of your tables are deleted with them, for good."
          action={
            <Button color="red" variant="outline" onClick={() => setAsked('delete')}>
              Delete user…
            </Button>
          }
        />
      </ActionRows>
      <BanDialog projectRef={project.ref} user={user} opened={asked === 'ban'} onClose={close} />
      <ConfirmDialog
        opened={asked === 'delete'}
        onClose={close}
        onConfirm={() => void remove.run(of)}
        title="Delete user"
        confirmLabel="Delete user"
        typedName={name}
        danger
        isRunning={remove.isRunning}
      >
        The user can no longer sign in, and rows that refer to the user with “on delete cascade” go too. This
        cannot be undone.
      </ConfirmDialog>
    </Section>
  );
}
