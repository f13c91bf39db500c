import { createRequire } from 'node:module';
import { isFirebaseHash, verifyFirebaseHash } from './firebase-hash.ts';
import { isScryptHash, verifyScryptHash } from './scrypt-hash.ts';
import { type WorkQueue, workQueue } from './work-queue.ts';

const load = createRequire(import.meta.url);

/** Loaded at first use: some megabytes of native code, which a server without sign-ins by password does not need. */
function argon2(): typeof import('@node-rs/argon2') {
  return load('@node-rs/argon2');
}

function bcrypt(): typeof import('@node-rs/bcrypt') {
  return load('@node-rs/bcrypt');
}

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const ARGON2 = /^\$argon2(i|d|id)\$/;
// Imported hashes name their own cost: without a limit one row could keep a thread busy for hours.
const BCRYPT_COST_AT_MOST = 16;
const ARGON2_MEMORY_AT_MOST_KIB = 256 * 1024;
const ARGON2_WORK_AT_MOST_KIB = 2 * 1024 * 1024;

/** How a stored hash was made; 'unknown' when it is none or would cost too much to check. */
export function hashKind(hash: string): 'bcrypt' | 'argon2' | 'firebase' | 'scrypt' | 'unknown' {
  const cost = BCRYPT.exec(hash)?.[1];
  if (cost !== undefined)
    return Number(cost) >= 4 && Number(cost) <= BCRYPT_COST_AT_MOST ? 'bcrypt' : 'unknown';
  if (isFirebaseHash(hash)) return 'firebase';
  if (isScryptHash(hash)) return 'scrypt';
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

export interface PasswordHasher {
  /** A bcrypt hash, for `encrypted_password`. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password fits the hash. Without a hash it takes as long and answers no. Throws `over_request_rate_limit`
   * when too many wait.
   * @param around does the work when its turn has come
   */
  verify(hash: string | null, password: string, around?: Around): Promise<boolean>;
}

export type Around = (check: () => Promise<boolean>) => Promise<boolean>;

/** Cost that takes an attacker long enough on hardware of this decade (about a quarter of a second on one core). */
const DEFAULT_PASSWORD_COST = 12;

// The service shares libuv's four threads with files and names: some of them stay free for those.
const AT_ONCE = 3;
const WAITING_AT_MOST = 150;

/** Hashers of all projects, by ref. They share the threads and take turns: a flood of sign-ins at one is not one at all. */
export function passwordHashers(cost?: number): (ref: string) => PasswordHasher {
  const queue = workQueue(AT_ONCE, WAITING_AT_MOST);
  return (ref) => passwordHasher(cost, (work) => queue.run(work, ref));
}

/** Hashes on native threads, so that the event loop goes on meanwhile. @param run does the work when there is room for it */
export function passwordHasher(
  cost: number = DEFAULT_PASSWORD_COST,
  run: WorkQueue['run'] = (work) => work(),
): PasswordHasher {
  // Fits no password that anybody knows; only its cost matters.
  const madeUp = `$2b$${String(cost).padStart(2, '0')}$Rk1sVmJ3Y2hXb0JwZ0x0eO5tGdPpYw7mJrZqLkVnXcBvNmAsDfGhi`;

  return {
    hash: (password) => run(() => bcrypt().hash(password, cost)),
    async verify(hash, password, around = (check) => check()) {
      const kind = hash ? hashKind(hash) : 'unknown';
      if (hash && kind === 'argon2')
        return run(() => around(() => argon2().verify(hash, password).catch(no)));
      if (hash && kind === 'bcrypt')
        return run(() => around(() => bcrypt().verify(password, hash).catch(no)));
      if (hash && kind === 'firebase')
        return run(() => around(() => verifyFirebaseHash(hash, password).catch(no)));
      if (hash && kind === 'scrypt')
        return run(() => around(() => verifyScryptHash(hash, password).catch(no)));
      return run(() => around(() => bcrypt().verify(password, madeUp).then(no)));
    },
  };
}

/** A hash that the library cannot read fits nothing. */
function no(): boolean {
  return false;
}
