import type { AuthSession, AuthUser, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { deviceName } from '../../lib/format/device-name.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ActionRow, ActionRows } from '../../ui/lists/action-row.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { useUserAction } from './use-user-action.ts';

/** Where a user is signed in, and the way to end it. */
export function UserSessions({ project, user }: { project: Project; user: AuthUser }) {
  const of = { ref: project.ref, id: user.id };
  const { data, error, refetch } = useQuery(orpc.authUsers.listSessions.queryOptions({ input: of }));
  const [isEnding, setEnding] = useState(false);
  const end = useUserAction({
    mutation: orpc.authUsers.deleteSession.mutationOptions(),
    done: 'Signed out the device',
    failed: (message) => `Failed to sign out the device: ${message}`,
  });
  const endAll = useUserAction({
    mutation: orpc.authUsers.deleteSessions.mutationOptions(),
    done: 'Signed out everywhere',
    failed: (message) => `Failed to sign out: ${message}`,
    onDone: () => setEnding(false),
  });
  const mayChange = project.abilities.update_auth_users;
  return (
    <Section
      title="Sessions"
      description={data?.length === 0 ? 'Not signed in anywhere.' : 'Where the user is signed in.'}
      actions={
        mayChange &&
        data !== undefined &&
        data.length > 0 && <Button onClick={() => setEnding(true)}>Sign out everywhere…</Button>
      }
    >
      {sessionList()}
    </Section>
  );

  function sessionList() {
    if (data?.length === 0) return undefined;
    if (data === undefined && error !== null) {
      return (
        <ErrorState error={error} title="The sessions could not be loaded" onRetry={() => void refetch()} />
      );
    }
    if (data === undefined) return <Skeleton height={40} />;
    return (
      <>
        <ActionRows label="Sessions">
          {data.map((session: AuthSession) => (
            <SessionRow
              key={session.id}
              session={session}
              {...(mayChange ? { onEnd: () => void end.run({ ...of, session_id: session.id }) } : {})}
            />
          ))}
        </ActionRows>
        <ConfirmDialog
          opened={isEnding}
          onClose={() => setEnding(false)}
          onConfirm={() => void endAll.run(of)}
          title="Sign out everywhere"
          confirmLabel="Sign out everywhere"
          danger
          isRunning={endAll.isRunning}
        >
          All sessions of this user end. Access tokens already given out stay valid until they expire.
        </ConfirmDialog>
      </>
    );
  }
}

/** One device that is signed in. */
function SessionRow({ session, onEnd }: { session: AuthSession; onEnd?: () => void }) {
  const device = deviceName(session.user_agent);
  return (
    <ActionRow
      title={<bdi title={session.user_agent ?? undefined}>{device}</bdi>}
      text={
        <>
          {session.ip !== null && <code>{session.ip}</code>}
          {session.ip !== null && ' · '}
          signed in <TimeAgo date={session.created_at} />
          {session.refreshed_at !== null && (
            <>
              {' · '}active <TimeAgo date={session.refreshed_at} />
            </>
          )}
          {session.aal === 'aal2' && ' · with a second factor'}
        </>
      }
      {...(onEnd === undefined
        ? {}
        : {
            action: (
              <Button size="xs" aria-label={`Sign out ${device}`} onClick={onEnd}>
                Sign out
              </Button>
            ),
          })}
    />
  );
}
