import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** Of 128 · N · r bytes, as much as is put up with for one check; Firebase itself takes 16 MB. */
const MEMORY_AT_MOST = 64 * 1024 * 1024;
const PASSES_AT_MOST = 4;

/** What scrypt is asked for; null where it would cost too much. */
export function affordableScrypt(cost: number, r: number, p: number): ScryptOptions | null {
  const options = { N: 2 ** cost, r, p, maxmem: 2 * MEMORY_AT_MOST };
  const isAffordable = cost > 0 && r > 0 && p > 0 && p <= PASSES_AT_MOST;
  return isAffordable && 128 * options.N * r <= MEMORY_AT_MOST ? options : null;
}

/** The key that a password gives. The work is done on a native thread. */
export function scryptKey(
  password: string,
  salt: Buffer,
  bytes: number,
  options: ScryptOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password, salt, bytes, options, (error, derived) =>
      error === null ? resolve(derived) : reject(error),
    ),
  );
}

const FORM =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{1,128})={0,2}\$([A-Za-z0-9+/]{22,128})={0,2}$/;

function parse(text: string): { options: ScryptOptions; salt: Buffer; hash: Buffer } | null {
  const [, cost, r, p, salt = '', hash = ''] = FORM.exec(text) ?? [];
  const options = affordableScrypt(Number(cost), Number(r), Number(p));
  return options && { options, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

/** Whether a text is a hash of scrypt in the PHC form (`$scrypt$ln=14,r=8,p=1$salt$hash`) that can be checked here. */
export function isScryptHash(text: string): boolean {
  return parse(text) !== null;
}

/** Whether a password fits a hash of scrypt; false for a text that is none. */
export async function verifyScryptHash(text: string, password: string): Promise<boolean> {
  const known = parse(text);
  if (known === null) return false;
  const made = await scryptKey(password, known.salt, known.hash.length, known.options);
  return timingSafeEqual(made, known.hash);
}
