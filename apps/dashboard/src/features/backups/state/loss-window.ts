import type { Backup, BackupOverview } from '@basalt/contract';
import type { StatusTone } from '../../../ui/status/status-look.ts';
import { spanLabels } from '../time/moment-labels.ts';

/** What would be lost if the project's data were gone now. */
export interface LossWindow {
  tone: StatusTone;
  /** One line for the top of the page. */
  words: string;
}

const MINUTE = 60_000;

type Recoverable = Pick<BackupOverview, 'pitr' | 'backups'>;

/** The newest moment that can be recovered, in milliseconds since 1970; null while there is none. */
export function newestSafeMoment({ pitr, backups }: Recoverable): number | null {
  return pitr.enabled && pitr.latest !== null ? Date.parse(pitr.latest) : (endsOf(backups).at(-1) ?? null);
}

/** The oldest one. */
export function oldestSafeMoment({ pitr, backups }: Recoverable): number | null {
  return pitr.enabled && pitr.earliest !== null ? Date.parse(pitr.earliest) : (endsOf(backups)[0] ?? null);
}

/** The moments that finished backups hold, oldest first. */
function endsOf(backups: readonly Backup[]): number[] {
  return backups
    .filter(({ state }) => state === 'done')
    .map(({ started_at, finished_at }) => Date.parse(finished_at ?? started_at))
    .sort((a, b) => a - b);
}

/**
 * How far back the newest recoverable moment lies, live. A clock that is behind the server's must not promise the
 * future, so the shortest window is "this second".
 */
export function lossWindow(overview: Recoverable, now: number): LossWindow {
  const newest = newestSafeMoment(overview);
  const { pitr } = overview;
  if (newest === null) {
    const isAtWork = overview.backups.some(({ state }) => state === 'running');
    return isAtWork
      ? { tone: 'live', words: 'The first backup is being taken' }
      : { tone: 'warn', words: 'Nothing can be recovered yet' };
  }
  const age = Math.max(0, now - newest);
  if (!pitr.enabled) {
    return { tone: 'idle', words: `Changes are safe up to the newest backup, ${spanLabels(age)} ago` };
  }
  const words =
    age < 1_000 ? 'Changes are safe up to this second' : `Changes are safe up to ${spanLabels(age)} ago`;
  if (pitr.problem !== null || age >= 10 * MINUTE) return { tone: 'danger', words };
  return { tone: age >= MINUTE ? 'warn' : 'ok', words };
}
