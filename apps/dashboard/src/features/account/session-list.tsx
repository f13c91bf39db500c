import type { AccountSession } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { deviceName } from '../../lib/format/device-name.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ActionRow, ActionRows } from '../../ui/lists/action-row.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';

/** Where one is signed in, and the ways to end that. */
export function SessionList() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(orpc.accounts.listSessions.queryOptions());
  const [isEnding, setEnding] = useState(false);
  const reload = () => queries.invalidateQueries({ queryKey: orpc.accounts.listSessions.key() });
  const end = useAction({
    mutation: orpc.accounts.deleteSession.mutationOptions(),
    done: 'Signed out the device',
    failed: (message) => `Failed to sign out the device: ${message}`,
    onDone: reload,
  });
  const endOthers = useAction({
    mutation: orpc.accounts.deleteOtherSessions.mutationOptions(),
    done: 'Signed out all other devices',
    failed: (message) => `Failed to sign out the other devices: ${message}`,
    onDone: async () => {
      await reload();
      setEnding(false);
    },
  });
  const hasOthers = data?.some(({ is_current }) => !is_current) ?? false;
  return (
    <Section
      title="Sessions"
      description="Where you are signed in to the dashboard. A session ends by itself 30 days after signing in."
      actions={
        <Button disabled={!hasOthers} onClick={() => setEnding(true)}>
          Sign out all others…
        </Button>
      }
    >
      {data === undefined && error !== null && (
        <ErrorState error={error} title="Your sessions could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height={56} />}
      {data?.length === 0 && <p>You are not signed in in any browser.</p>}
      {data !== undefined && data.length > 0 && (
        <ActionRows label="Sessions">
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={end.isRunning}
              onEnd={() => void end.run({ id: session.id })}
            />
          ))}
        </ActionRows>
      )}
      <ConfirmDialog
        opened={isEnding}
        onClose={() => setEnding(false)}
        onConfirm={() => void endOthers.run({})}
        title="Sign out all other devices"
        confirmLabel="Sign out all others"
        danger
        isRunning={endOthers.isRunning}
      >
        Every session but this one ends at once. Access tokens go on working.
      </ConfirmDialog>
    </Section>
  );
}

interface SessionRowProps {
  session: AccountSession;
  isBusy: boolean;
  onEnd: () => void;
}

/** One device. This one is left by signing out, in the account menu. */
function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { user_agent, ip, created_at, last_seen_at, is_current } = session;
  const device = deviceName(user_agent);
  return (
    <ActionRow
      title={
        <>
          <bdi title={user_agent ?? undefined}>{device}</bdi>
          {is_current && ' (this device)'}
        </>
      }
      text={
        <>
          {ip !== null && (
            <>
              <code>{ip}</code>
              {' · '}
            </>
          )}
          signed in <TimeAgo date={created_at} />
          {last_seen_at !== null && (
            <>
              {' · '}last seen <TimeAgo date={last_seen_at} />
            </>
          )}
        </>
      }
      {...(is_current
        ? {}
        : {
            action: (
              <Button
                size="xs"
                aria-label={`Sign out ${device}${ip === null ? '' : ` at ${ip}`}`}
                disabled={isBusy}
                onClick={onEnd}
              >
                Sign out
              </Button>
            ),
          })}
    />
  );
}
