import type { Backup, KeptDatabase, RestorePoint } from '@basalt/contract';
import type { StatusTone } from '../../../ui/status/status-look.ts';

const REASONS: Record<Backup['reason'], string> = {
  schedule: 'Scheduled',
  manual: 'Taken by hand',
  first: 'First backup',
  upgrade: 'After an upgrade',
  restore: 'After a restore',
  origin: 'Base of the new project',
};

/** Why a backup was taken. */
export function reasonLabels(reason: Backup['reason']): string {
  return REASONS[reason];
}

const KEPT_REASONS: Record<KeptDatabase['reason'], string> = {
  restore: 'Before a restore',
  upgrade: 'Before an upgrade',
  return: 'Before going back',
};

/** What the project was taken away from a kept database by. */
export function keptLabels(reason: KeptDatabase['reason']): string {
  return KEPT_REASONS[reason];
}

const POINT_STATES: Record<RestorePoint['state'], { label: string; reason: string | null }> = {
  available: { label: 'Can be restored', reason: null },
  pending: {
    label: 'Not archived yet',
    reason: 'The archive of changes has not come to this moment yet. Wait some seconds.',
  },
  removed: { label: 'Not kept any more', reason: 'The changes of this moment are not kept any more.' },
};

/** Whether a restore point can be restored. */
export function pointLabels(state: RestorePoint['state']): string {
  return POINT_STATES[state].label;
}

/** Why a restore point cannot be restored, as the text of a tooltip; null when it can. */
export function pointReason(state: RestorePoint['state']): string | null {
  return POINT_STATES[state].reason;
}

/** How far a backup can be trusted. */
export interface Trust {
  tone: StatusTone;
  label: string;
  /** When it was found out. */
  at: string | null;
  /** What is wrong, for people. */
  problem: string | null;
}

/** State and verification in one: whether it is there, and whether it was ever restored on trial. */
export function trustOf(backup: Backup, isVerifying: boolean): Trust {
  const { state, error, verified_at, verify_error } = backup;
  const none = { at: null, problem: null };
  if (state === 'running') return { tone: 'live', label: 'Being taken', ...none };
  if (state === 'failed') {
    return { tone: 'danger', label: 'Failed', at: null, problem: error ?? 'The reason is not known.' };
  }
  if (isVerifying) return { tone: 'live', label: 'Verifying', ...none };
  if (verify_error !== null) {
    return { tone: 'danger', label: 'Verification failed', at: verified_at, problem: verify_error };
  }
  if (verified_at === null) return { tone: 'idle', label: 'Not verified yet', ...none };
  return { tone: 'ok', label: 'Verified', at: verified_at, problem: null };
}

/** PostgreSQL's version for people, from the engine of a backup: `Postgres 17`. */
export function engineLabels(engine: string): string {
  return `Postgres ${engine}`;
}

/** Measured on ordinary disks: copying at 100 MB/s, and some seconds to stop and start. */
const COPY_BYTES_PER_SECOND = 100_000_000;
const STOP_AND_START = 5;

/** How long a project is away while a database of this size is restored, roughly and rather too long than too short. */
export function awayLabels(dataBytes: number | null): string {
  const seconds = STOP_AND_START + (dataBytes ?? 0) / COPY_BYTES_PER_SECOND;
  if (seconds <= 10) return 'about 10 seconds';
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
  return `about ${Math.ceil(minutes / 60)} hours`;
}
