import { hashKind } from './hash-kind.ts';
import { argon2, bcrypt } from './native-hashes.ts';
import { type WorkQueue, workQueue } from './work-queue.ts';

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
      return run(() => around(() => bcrypt().verify(password, madeUp).then(no)));
    },
  };
}

/** A hash that the library cannot read fits nothing. */
function no(): boolean {
  return false;
}
