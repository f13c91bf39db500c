import { createHmac } from 'node:crypto';

/**
 * The key with which the platform calls a project's API. It follows from the installation's secret key, so both processes
 * know it, nobody can switch it off by accident, and it is stored nowhere.
 */
export function internalKey(secretKey: Buffer, ref: string): string {
  return `sb_secret_${createHmac('sha256', secretKey).update(`platform calls ${ref}`).digest('base64url')}`;
}

/**
 * What functions log in with where the project's database is attached, at a door of this machine only. It is no password of the
 * server's, and follows from the secret key as well.
 */
export function functionsPassword(secretKey: Buffer, ref: string): string {
  return createHmac('sha256', secretKey).update(`functions log in to ${ref}`).digest('base64url');
}
