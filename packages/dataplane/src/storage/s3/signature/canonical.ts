import { createHash } from 'node:crypto';
import { S3Error } from '../errors/s3-error.ts';

/** What a client signed, as far as it stands in the request itself. */
export interface SignedRequest {
  method: string;
  /** As the client wrote it, in percent codes. */
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  /** By small letters. Several of one name stand behind one another with commas. */
  headers: ReadonlyMap<string, string>;
}

/** Percent codes for all but letters, digits and `-._~`, in capital letters, as AWS defines it. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** @throws {S3Error} InvalidURI */
export function decodeStrictly(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', 'The address has a percent sign that stands for no character.');
  }
}

/** The parameters of an address, in order. @throws {S3Error} InvalidURI */
export function readQuery(search: string): [name: string, value: string][] {
  return search
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      const [name, value] = equals === -1 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
      return [decodeStrictly(name.replaceAll('+', ' ')), decodeStrictly(value.replaceAll('+', ' '))];
    });
}

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** The text that stands for a request in its signature. Of S3, so the path is encoded once and never tidied up. */
export function canonicalRequest(
  { method, path, query, headers }: SignedRequest,
  signedHeaders: readonly string[],
  payloadHash: string,
): string {
  const uri = path
    .split('/')
    .map((part) => encodeStrictly(decodeStrictly(part)))
    .join('/');
  const parameters = query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map(([name, value]) => `${name}=${value}`);
  const lines = signedHeaders.map(
    (name) => `${name}:${(headers.get(name) ?? '').trim().replace(/\s+/g, ' ')}\n`,
  );
  return [method, uri, parameters.join('&'), lines.join(''), signedHeaders.join(';'), payloadHash].join('\n');
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
