import { type ClusterSettings, SMALL_SETTINGS } from '../../driver.ts';
import type { RecoveryTarget } from '../ports/cluster-backups.ts';
import type { StoredSegment } from '../store/stored-wal.ts';

/** Clocks may differ, and the record that says "later than the target" may come in the next segment. */
const MARGIN_MS = 60_000;
const SEGMENTS_BEYOND = 1;

/**
 * The log that probably is enough to reach a target, and the rest. A segment holds nothing later than the moment at which it was
 * stored. A hint only: if it was wrong recovery gets the rest too.
 */
export function splitAtTarget(
  segments: StoredSegment[],
  target: RecoveryTarget,
): [first: StoredSegment[], rest: StoredSegment[]] {
  if (target.kind === 'backup') return [[], []];
  if (target.kind === 'latest') return [segments, []];
  const limit = target.at.getTime() + MARGIN_MS;
  const reached = segments.findIndex(({ storedAt }) => storedAt !== null && storedAt.getTime() > limit);
  const count = reached < 0 ? segments.length : reached + 1 + SEGMENTS_BEYOND;
  return [segments.slice(0, count), segments.slice(count)];
}

/** Replay touches the whole database: with the buffers of an idle cluster it would write every page many times. */
const REPLAY_BUFFERS_MB = 128;

/**
 * The server parameters of a recovery to a target on a timeline. The log is in place already, so the command that would fetch it
 * finds nothing. Without `hot_standby` the server answers only when it is done, and its limits need not be those of the source.
 */
export function recoverySettings(target: RecoveryTarget, timeline: number): ClusterSettings {
  return {
    ...SMALL_SETTINGS,
    sharedBuffersMb: REPLAY_BUFFERS_MB,
    parameters: {
      restore_command: 'false',
      hot_standby: 'off',
      archive_mode: 'off',
      recovery_target_timeline: String(timeline),
      recovery_target_action: 'promote',
      ...targetParameters(target),
    },
  };
}

function targetParameters(target: RecoveryTarget): Record<string, string> {
  if (target.kind === 'backup') return { recovery_target: 'immediate' };
  if (target.kind === 'time') return { recovery_target_time: serverTime(target.at) };
  return {};
}

/** `2026-11-20 08:49:46.866000+00`: the form with T and Z is refused. */
export function serverTime(moment: Date): string {
  const [day = '', time = ''] = moment.toISOString().split('T');
  return `${day} ${time.replace('Z', '000+00')}`;
}
