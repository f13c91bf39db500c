import type { BackupPlace } from '@basalt/contract';
import type { StatusTone } from '../../../ui/status/status-look.ts';
import { spanLabels } from '../time/moment-labels.ts';

/** A place that follows another one is behind by a moment all the time. */
const UP_TO_DATE_MS = 5_000;
/** From then on people are told of it before anything else. */
const WORTH_TELLING_MS = 60_000;

/** How far a place of backups is, in a few words. */
export function placeState(place: BackupPlace, now: number): { tone: StatusTone; words: string } {
  const { is_complete, problem } = place;
  const behind = behindMs(place, now);
  if (behind > UP_TO_DATE_MS || problem !== null)
    return {
      tone: behind > WORTH_TELLING_MS ? 'danger' : 'warn',
      words: `${spanLabels(behind)} behind${problem === null ? '' : `. ${problem}`}`,
    };
  return is_complete
    ? { tone: 'ok', words: 'Up to date' }
    : { tone: 'live', words: 'New backups are here; older ones are still being copied, or have no room' };
}

/** The place that has been behind for so long that people should know. */
export function lateBackupPlace(places: readonly BackupPlace[], now: number): BackupPlace | null {
  return places.find((place) => behindMs(place, now) > WORTH_TELLING_MS) ?? null;
}

function behindMs({ behind_since }: BackupPlace, now: number): number {
  return behind_since === null ? 0 : Math.max(0, now - Date.parse(behind_since));
}
