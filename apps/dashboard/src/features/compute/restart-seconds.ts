import type { Operation, Project } from '@basalt/contract';

/** What a restart takes where nothing has been restarted yet. In Kubernetes volumes and addresses have to find their way. */
const USUAL: Record<'here' | 'kubernetes', number> = { here: 3, kubernetes: 60 };

/** About how many seconds a restart of this project takes, from the newest one. */
export function restartSeconds(
  { kept_by }: Pick<Project, 'kept_by'>,
  operations: readonly Operation[] | undefined,
): number {
  const newest = operations?.find(
    ({ kind, state }) => (kind === 'resize' || kind === 'restart') && state === 'done',
  );
  if (newest === undefined || newest.finished_at === null) return USUAL[kept_by ?? 'here'];
  const took = Date.parse(newest.finished_at) - Date.parse(newest.started_at);
  return Math.max(1, Math.ceil(took / 1_000));
}
