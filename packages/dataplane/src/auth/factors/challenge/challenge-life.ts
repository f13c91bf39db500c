import { instant, type TimeText } from '../../store/times.ts';

const LIFE_MS = 300_000;

/** When a challenge ends, in milliseconds. */
export function challengeEnd(createdAt: TimeText): number {
  return instant(createdAt) + LIFE_MS;
}
