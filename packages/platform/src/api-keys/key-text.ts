import { createHash, randomBytes } from 'node:crypto';
import type { ApiKeyType } from '@basalt/contract';

const SHOWN = 6;

/** A new key: `sb_secret_` or `sb_publishable_` and 192 random bits. */
export function newKey(type: ApiKeyType): string {
  return `sb_${type}_${randomBytes(24).toString('base64url')}`;
}

/** What the gateway knows a key by. It is long and random, so a slow hash would add nothing. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}

/** The first characters, to tell keys apart: `sb_secret_a1B2c3`, or the start of a token's signature. */
export function keyPrefix(key: string): string {
  if (key.startsWith('sb_')) return key.slice(0, key.indexOf('_', 3) + 1 + SHOWN);
  return key.slice(key.lastIndexOf('.') + 1).slice(0, SHOWN);
}

/** A key that tells nothing but its first characters. */
export function maskKey(key: string): string {
  return `${keyPrefix(key)}${'·'.repeat(16)}`;
}
