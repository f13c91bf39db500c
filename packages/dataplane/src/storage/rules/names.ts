import { StorageError } from '../errors/storage-error.ts';

const MAX_KEY_BYTES = 1_024;
const MAX_BUCKET_CHARACTERS = 100;
/** Characters that every store and every tool takes. Those that look like them are other ones, and refused. */
const KEY = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const BUCKET = /^[\w!\-.*'() &$@=;:+,?]+$/;

/**
 * Whether an object may be called so. Names are never paths of ours; `.` and `..` are refused because whoever writes a bucket out
 * as files would be led elsewhere by them.
 */
export function isKey(key: string): boolean {
  if (Buffer.byteLength(key) > MAX_KEY_BYTES || !KEY.test(key) || key.startsWith('/')) return false;
  return !key.split('/').some((part) => part === '.' || part === '..');
}

/** @throws {StorageError} InvalidKey */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new StorageError('InvalidKey', `Invalid key: ${key.slice(0, MAX_KEY_BYTES)}`);
  return key;
}

export function isBucketName(name: string): boolean {
  return name.length <= MAX_BUCKET_CHARACTERS && BUCKET.test(name) && name === name.trim();
}

/** @throws {StorageError} InvalidBucketName */
export function checkBucketName(name: string): string {
  if (!isBucketName(name)) throw new StorageError('InvalidBucketName', 'Bucket name invalid');
  return name;
}
