import { argon2 } from './native-hashes.ts';

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const ARGON2 = /^\$argon2(i|d|id)\$/;
// Imported hashes name their own cost: without a limit one row could keep a thread busy for hours.
const BCRYPT_COST_AT_MOST = 16;
const ARGON2_MEMORY_AT_MOST_KIB = 256 * 1024;
const ARGON2_WORK_AT_MOST_KIB = 2 * 1024 * 1024;

/** How a stored hash was made; 'unknown' when it is none or would cost too much to check. */
export function hashKind(hash: string): 'bcrypt' | 'argon2' | 'unknown' {
  const cost = BCRYPT.exec(hash)?.[1];
  if (cost !== undefined)
    return Number(cost) >= 4 && Number(cost) <= BCRYPT_COST_AT_MOST ? 'bcrypt' : 'unknown';
  return ARGON2.test(hash) && isAffordable(hash) ? 'argon2' : 'unknown';
}

function isAffordable(hash: string): boolean {
  const { parseOptions } = argon2();
  try {
    const { memoryCost, timeCost } = parseOptions(hash);
    return memoryCost <= ARGON2_MEMORY_AT_MOST_KIB && memoryCost * timeCost <= ARGON2_WORK_AT_MOST_KIB;
  } catch {
    return false;
  }
}
