import type { AuthSession } from '@basalt/contract';
import { Button } from '@mantine/core';
import { ActionRow } from '../../ui/lists/action-row.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { deviceName } from './device-name.ts';

/** One device that is signed in. */
export function SessionRow({ session, onEnd }: { session: AuthSession; onEnd?: () => void }) {
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
