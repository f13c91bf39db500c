import { createHmac, timingSafeEqual } from 'node:crypto';
import { sha256 } from './canonical.ts';

/** For what and when a key signs: the day, the region and the service. */
export interface Scope {
  /** `20130524`. */
  day: string;
  region: string;
  service: string;
}

export const scopeText = ({ day, region, service }: Scope): string =>
  `${day}/${region}/${service}/aws4_request`;

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The key of one day, made of the secret. */
export function signingKey(secret: string, { day, region, service }: Scope): Buffer {
  return hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request');
}

/** Signs a text, in hexadecimal. */
export const sign = (key: Buffer, text: string): string => hmac(key, text).toString('hex');

/** @param time `20130524T000000Z` */
export function stringToSign(time: string, scope: Scope, canonical: string): string {
  return ['AWS4-HMAC-SHA256', time, scopeText(scope), sha256(canonical)].join('\n');
}

/** Compares without telling by its time how much of a signature was right. */
export function isSame(signature: string, expected: string): boolean {
  const [a, b] = [Buffer.from(signature, 'utf8'), Buffer.from(expected, 'utf8')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The moment that `20130524T000000Z` means, null when it means none. */
export function readTime(text: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}
