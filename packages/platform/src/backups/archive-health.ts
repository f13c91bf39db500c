import type { RecoveryWindow } from '@basalt/clusters';
import type { ArchiveStateRow, ProjectRow } from '../kernel/schema.ts';
import { isActive } from '../projects/transitions.ts';

export interface ArchiveHealth {
  problem: string | null;
  failingSince: Date | null;
}

const SILENCE_MS = 60_000;

/** What is wrong with the archive of changes. Also that nobody says anything is a problem: a failure must never be silent. */
export function archiveHealth(
  state: Pick<ArchiveStateRow, 'problem' | 'failing_since'> | null,
  window: RecoveryWindow | null,
  { status, created_at }: Pick<ProjectRow, 'status' | 'created_at'>,
  now: Date,
): ArchiveHealth {
  if (state !== null && state.problem !== null)
    return { problem: state.problem, failingSince: state.failing_since };
  if (!isActive(status)) return { problem: null, failingSince: null };
  if (window !== null)
    return now.getTime() - window.latest.getTime() > SILENCE_MS
      ? {
          problem: 'Changes have not reached the archive for more than a minute.',
          failingSince: window.latest,
        }
      : { problem: null, failingSince: null };
  return now.getTime() - created_at.getTime() > 10 * SILENCE_MS
    ? {
        problem: 'No moment can be restored, because there is no good backup to begin with. Take one now.',
        failingSince: created_at,
      }
    : { problem: null, failingSince: null };
}
