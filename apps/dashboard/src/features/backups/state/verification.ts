import type { Backup } from '@basalt/contract';

/** Nobody is told when it ends but by the backup itself; after this long it has been given up, in milliseconds. */
const LONGEST = 30 * 60_000;

/** What a backup looked like when its verification was asked for. */
export interface Asked {
  at: number;
  verifiedAt: string | null;
  problem: string | null;
}

/** Whether a verification that was asked for has not ended yet. */
export function isUnderWay(
  asked: Asked | undefined,
  { verified_at, verify_error }: Pick<Backup, 'verified_at' | 'verify_error'>,
  now: number,
): boolean {
  if (asked === undefined || now - asked.at > LONGEST) return false;
  return verified_at === asked.verifiedAt && verify_error === asked.problem;
}
