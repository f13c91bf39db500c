import type { AuthPasskey, AuthUser, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ActionRow, ActionRows } from '../../ui/lists/action-row.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { useUserAction } from './use-user-action.ts';

/** The passkeys of a user. Deleting one locks out whoever has the device it is on. */
export function UserPasskeys({ project, user }: { project: Project; user: AuthUser }) {
  const of = { ref: project.ref, id: user.id };
  const { data, error, refetch } = useQuery(orpc.authUsers.listPasskeys.queryOptions({ input: of }));
  const [doomed, setDoomed] = useState<AuthPasskey | null>(null);
  const remove = useUserAction({
    mutation: orpc.authUsers.deletePasskey.mutationOptions(),
    done: 'Deleted the passkey',
    failed: (message) => `Failed to delete passkey: ${message}`,
    onDone: () => setDoomed(null),
  });
  return (
    <Section
      title="Passkeys"
      {...(data?.length === 0
        ? { description: 'None. Users make passkeys themselves in an application.' }
        : {})}
    >
      {passkeyList()}
    </Section>
  );

  function passkeyList() {
    if (data?.length === 0) return undefined;
    if (data === undefined && error !== null) {
      return (
        <ErrorState error={error} title="The passkeys could not be loaded" onRetry={() => void refetch()} />
      );
    }
    if (data === undefined) return <Skeleton height={40} />;
    return (
      <>
        <ActionRows label="Passkeys">
          {data.map((passkey) => (
            <ActionRow
              key={passkey.id}
              title={<bdi>{nameOf(passkey)}</bdi>}
              text={
                <>
                  {passkey.last_used_at === undefined ? (
                    'Never used'
                  ) : (
                    <>
                      Used <TimeAgo date={passkey.last_used_at} />
                    </>
                  )}{' '}
                  · added <TimeAgo date={passkey.created_at} />
                </>
              }
              {...(project.abilities.update_auth_users
                ? {
                    action: (
                      <Button
                        size="xs"
                        aria-label={`Delete ${nameOf(passkey)}`}
                        onClick={() => setDoomed(passkey)}
                      >
                        Delete
                      </Button>
                    ),
                  }
                : {})}
            />
          ))}
        </ActionRows>
        <ConfirmDialog
          opened={doomed !== null}
          onClose={() => setDoomed(null)}
          onConfirm={() => doomed !== null && void remove.run({ ...of, passkey_id: doomed.id })}
          title="Delete passkey"
          confirmLabel="Delete passkey"
          danger
          isRunning={remove.isRunning}
        >
          The user can no longer sign in with it. Sessions that it began go on.
        </ConfirmDialog>
      </>
    );
  }
}

function nameOf({ friendly_name }: AuthPasskey): string {
  return friendly_name || 'Passkey';
}
