import { withClient } from '@basalt/postgres';
import { type ClusterDriver, ClusterError, type ClusterSettings } from '../../driver.ts';
import { readHistory } from '../wal/live-segments.ts';
import { pathTo } from '../wal/timeline-history.ts';
import { timelineName } from '../wal/wal-names.ts';

/** So long one attempt waits before it looks whether it was called off. */
const LOOK_UP_MS = 3_000;

export type RecoveryEnd =
  | { kind: 'promoted' }
  /** The log ended before a transaction later than the target came. */
  | { kind: 'ended early' }
  /** The target lies before the end of the base backup. */
  | { kind: 'too early' };

export interface Recovered {
  timeline: number;
  /** Where the new timeline left the old one. */
  endLsn: bigint;
  lastCommitAt: Date | null;
}

/**
 * Starts a scratch cluster and waits until it is recovered and promoted.
 * @throws {ClusterError} the server failed for another reason
 */
export async function runRecovery(
  driver: ClusterDriver,
  scratch: string,
  settings: ClusterSettings,
  signal?: AbortSignal,
): Promise<RecoveryEnd> {
  for (let lost = 0; ; ) {
    signal?.throwIfAborted();
    try {
      await driver.start(scratch, settings, { patienceMs: LOOK_UP_MS });
      return { kind: 'promoted' };
    } catch (error) {
      if (!(error instanceof ClusterError) || error.code !== 'start_failed') throw error;
      const text = [error.message, ...error.details].join('\n');
      if (/recovery ended before configured recovery target was reached/.test(text))
        return { kind: 'ended early' };
      if (/recovery stop point is before consistent recovery point/.test(text)) return { kind: 'too early' };
      // Without words of the server it is still at it, or ended between two looks: the next start tells which.
      lost = (await driver.status(scratch)) === 'running' ? 0 : lost + 1;
      if (error.details.length > 0 || lost > 1) throw error;
    }
  }
}

/** What a promoted cluster says of its recovery, once all of it is on disk. */
export async function readRecovered(
  driver: ClusterDriver,
  scratch: string,
  signal?: AbortSignal,
): Promise<Recovered> {
  const row = await withClient(
    await driver.address(scratch),
    async (client) => {
      await client.query('checkpoint');
      const { rows } = await client.query<{ file: string; at: number | null }>(
        `select pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()) as file,
        (extract(epoch from pg_catalog.pg_last_xact_replay_timestamp()) * 1000)::float8 as at`,
      );
      return rows[0];
    },
    { answerTimeoutMs: null, signal },
  );
  const timeline = Number.parseInt(row?.file.slice(0, 8) ?? '', 16);
  const history = await readHistory(await driver.walFiles(scratch), `${timelineName(timeline)}.history`);
  const endLsn = history ? (pathTo(timeline, history.toString('utf8')).at(-1)?.begin ?? 0n) : 0n;
  return { timeline, endLsn, lastCommitAt: row?.at == null ? null : new Date(Number(row.at)) };
}
