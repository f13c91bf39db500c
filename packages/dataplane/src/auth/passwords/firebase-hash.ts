import { createCipheriv, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { affordableScrypt, scryptKey } from './scrypt-hash.ts';

/** A hash of Firebase, with the parameters of the project it was made in. */
interface FirebaseHash {
  options: ScryptOptions;
  salt: Buffer;
  /** Encrypted with the key that the password gives, it is the hash. */
  signerKey: Buffer;
  hash: Buffer;
}

const FORM =
  /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d)(?:,ss=([A-Za-z0-9+/]*={0,2}))?,sk=([A-Za-z0-9+/]+={0,2})\$([A-Za-z0-9+/]+={0,2})\$([A-Za-z0-9+/]+={0,2})$/;
const KEY_BYTES = 32;

/** Null for what is no hash of this form, or costs too much to check. */
function parse(text: string): FirebaseHash | null {
  const [, n = '', r = '', p = '', separator = '', signer = '', salt = '', hash = ''] = FORM.exec(text) ?? [];
  const options = affordableScrypt(Number(n), Number(r), Number(p));
  if (options === null) return null;
  const decode = (part: string) => Buffer.from(part, 'base64');
  return {
    options,
    salt: Buffer.concat([decode(salt), decode(separator)]),
    signerKey: decode(signer),
    hash: decode(hash),
  };
}

/** Whether a text is a hash of Firebase's own scrypt that can be checked here. */
export function isFirebaseHash(text: string): boolean {
  return parse(text) !== null;
}

/** Whether a password fits a hash of Firebase; false for a text that is none. The work is done on a native thread. */
export async function verifyFirebaseHash(text: string, password: string): Promise<boolean> {
  const known = parse(text);
  if (known === null) return false;
  const key = await scryptKey(password, known.salt, KEY_BYTES, known.options);
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const made = Buffer.concat([cipher.update(known.signerKey), cipher.final()]);
  return made.length === known.hash.length && timingSafeEqual(made, known.hash);
}
