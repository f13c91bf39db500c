import { createHmac } from 'node:crypto';

/**
 * The key with which the platform calls a project's API. It follows from the installation's secret key, so both processes
 * know it, nobody can switch it off by accident, and it is stored nowhere.
 */
export function internalKey(secretKey: Buffer, ref: string): string {
  return `sb_secret_${createHmac('sha256', secretKey).update(`platform calls ${ref}`).digest('base64url')}`;
}
