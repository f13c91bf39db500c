import type { RecoveryWindow } from '@basalt/clusters';
import { PlatformError } from '../kernel/platform-error.ts';

/**
 * Refuses a moment that cannot be restored, and says which can.
 * @throws PlatformError `bad_request`, or `conflict` while no moment can be restored
 */
export function assertRecoverable(at: Date, window: RecoveryWindow | null, now: Date): void {
  if (at > now)
    throw new PlatformError('bad_request', 'This moment is still to come. Choose one that has passed.', {
      field: 'at',
    });
  if (window === null)
    throw new PlatformError(
      'conflict',
      'No moment can be restored yet: the first backup of this project is still to be taken.',
    );
  if (at >= window.earliest && at <= window.latest) return;
  const edges = { earliest: window.earliest.toISOString(), latest: window.latest.toISOString() };
  throw new PlatformError(
    'bad_request',
    `This moment cannot be restored. Choose one from ${edges.earliest} to ${edges.latest}.`,
    { field: 'at', details: edges },
  );
}
