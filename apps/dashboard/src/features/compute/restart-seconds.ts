import type { Operation } from '@basalt/contract';

/** What a restart takes where nothing has been restarted yet. */
const USUAL = 3;

/** About how many seconds a restart of this project takes, from the newest one. */
export function restartSeconds(operations: readonly Operation[] | undefined): number {
  const newest = operations?.find(
    ({ kind, state }) => (kind === 'resize' || kind === 'restart') && state === 'done',
  );
  if (newest === undefined || newest.finished_at === null) return USUAL;
  const took = Date.parse(newest.finished_at) - Date.parse(newest.started_at);
  return Math.max(1, Math.ceil(took / 1_000));
}
