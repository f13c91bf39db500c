import type { Dependencies } from '../../kernel/dependencies.ts';
import { sentenceOf } from '../../kernel/failures.ts';
import { isForgotten } from '../../operations/scratch-names.ts';
import { listRunning, runningKind } from '../../operations/store.ts';
import { type BackupToVerify, nextVerification, writeVerification } from './next-verification.ts';

const EVERY_MS = 5_000;
/** What is read was written by a project, and may run for ever. */
const LONGEST_MS = 6 * 3_600_000;
const LOOK_FOR_OPERATION_MS = 1_000;
const AGAIN_AFTER_FAILURE_MS = 6 * 3_600_000;
const TOO_LONG = 'It could not be verified within 6 hours.';
const NOT_VERIFIED = 'It could not be verified: something went wrong on our side. The log has the details.';

/**
 * Verifies backups by really restoring them, one at a time, and makes way for every operation. One that was cut short is verified
 * again later.
 */
export function startVerifier(dependencies: Dependencies): { stop: () => Promise<void> } {
  const { db, backups, log } = dependencies;
  const failedAt = new Map<number, number>();
  const end = new AbortController();
  let work: Promise<void> | null = clearScratch(dependencies)
    .catch((error: unknown) => log('warn', { err: error }, 'clearing scratch databases away failed'))
    .finally(rest);

  function rest(): void {
    work = null;
  }

  async function look(): Promise<void> {
    try {
      const next = await nextVerification(db, recentFailures());
      if (next !== null && !end.signal.aborted) await verify(next);
    } catch (error) {
      log('debug', { err: error }, 'looking for backups to verify failed');
    }
  }

  function recentFailures(): number[] {
    for (const [id, at] of failedAt) if (performance.now() - at > AGAIN_AFTER_FAILURE_MS) failedAt.delete(id);
    return [...failedAt.keys()];
  }

  async function verify(next: BackupToVerify): Promise<void> {
    const { id, project_id, ref, stored_as } = next;
    const makeWay = new AbortController();
    const isOver = AbortSignal.timeout(LONGEST_MS);
    const signal = AbortSignal.any([end.signal, makeWay.signal, isOver]);
    const timer = setInterval(() => {
      runningKind(db, project_id).then(
        (kind) => kind !== null && makeWay.abort(),
        () => {},
      );
    }, LOOK_FOR_OPERATION_MS);
    try {
      await readBack(next, signal);
      await writeVerification(db, id, null);
    } catch (error) {
      if (end.signal.aborted || makeWay.signal.aborted) return;
      failedAt.set(id, performance.now());
      log('error', { err: error, ref, backup: stored_as }, 'a backup could not be verified');
      await writeVerification(db, id, isOver.aborted ? TOO_LONG : (sentenceOf(error) ?? NOT_VERIFIED));
    } finally {
      clearInterval(timer);
    }
  }

  /** The newest one together with all changes since, so that the archive of changes is verified too. */
  async function readBack(
    { ref, stored_as, is_newest, pitr_enabled }: BackupToVerify,
    signal: AbortSignal,
  ): Promise<void> {
    if (is_newest && pitr_enabled) {
      const { backup } = await backups.verify(ref, { signal });
      if (backup.id === stored_as) return;
    }
    await backups.verify(ref, { backupId: stored_as, signal });
  }

  const timer = setInterval(() => {
    work ??= look().finally(rest);
  }, EVERY_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      end.abort();
      await work;
    },
  };
}

/** Removes scratch clusters that nobody will come back for, after everything was killed for example. */
async function clearScratch({
  clusters,
  db,
  log,
}: Pick<Dependencies, 'clusters' | 'db' | 'log'>): Promise<void> {
  // Listed first: an operation that begins meanwhile has none in this list.
  const scratches = await clusters.listScratch();
  const running = await listRunning(db);
  for (const scratch of scratches.filter((name) => isForgotten(name, running))) {
    await clusters
      .remove(scratch)
      .catch((error: unknown) => log('warn', { err: error, scratch }, 'a scratch database was not removed'));
  }
}
