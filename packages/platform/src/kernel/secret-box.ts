import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/** Encrypts secrets at rest with AES-256-GCM. A sealed secret is nonce, tag and ciphertext in one buffer. */
export interface SecretBox {
  seal(secret: string): Buffer;
  /** Throws when the key is another one or the bytes were changed. */
  open(sealed: Buffer): string;
}

/** @param key 32 bytes */
export function secretBox(key: Buffer): SecretBox {
  if (key.length !== 32) throw new Error('A secret key must have 32 bytes.');
  return {
    seal(secret) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE));
      decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

/** Whether this key sealed it. */
export function canOpen(box: SecretBox, sealed: Buffer): boolean {
  try {
    box.open(sealed);
    return true;
  } catch {
    return false;
  }
}
