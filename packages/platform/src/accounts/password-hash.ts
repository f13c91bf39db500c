import { hash, verify } from '@node-rs/argon2';

// argon2id with the parameters OWASP recommends (19 MiB, 2 passes, 1 lane); the library runs it off the main thread.
const OPTIONS = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/** Checks a password. Without an account it takes as long, so that the time does not tell which addresses exist. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== null && matches;
}
