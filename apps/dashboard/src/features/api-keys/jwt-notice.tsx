import { Button } from '@mantine/core';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import classes from './jwt-notice.module.css';
import type { JwtUpdate } from './use-jwt-update.ts';

/** What is worth knowing about a change of the JWT secret; nothing when there is none. */
export function JwtNotice({ update: { state, status, dismiss } }: { update: JwtUpdate }) {
  if (status.is === 'error') {
    return (
      <div className={classes.notice}>
        <ErrorState error={status.error} title="Failed to update JWT secret" onRetry={status.retry} />
      </div>
    );
  }
  const shown = state.is === 'confirming' ? state.back : state;
  if (shown.is === 'idle') return null;
  return (
    <div className={classes.notice} role="status">
      {shown.is === 'updating' && (
        <Notice tone="info">
          <p>The new secret is being put in force: {shown.progress}%. Keys cannot be copied until it is.</p>
        </Notice>
      )}
      {shown.is === 'updated' && (
        <Notice
          tone="info"
          title="The JWT secret is changed"
          actions={
            <Button size="xs" onClick={dismiss}>
              Close
            </Button>
          }
        >
          <p>Put the new anon and service_role keys into your apps. Your users have to sign in again.</p>
        </Notice>
      )}
      {shown.is === 'failed' && (
        <Notice tone="danger" title="The JWT secret could not be changed">
          <p>{shown.reason ?? 'The reason is not known.'} The old secret is still in force. Try again.</p>
        </Notice>
      )}
    </div>
  );
}
