import type { IncomingHttpHeaders } from 'node:http';
import { StorageError } from '../errors/storage-error.ts';

export const TUS_VERSION = '1.0.0';
const MAX_METADATA_BYTES = 16_384;
const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ALGORITHMS = ['md5', 'sha1', 'sha256'] as const;
export const CHECKSUM_ALGORITHMS = ALGORITHMS.join(',');

/** @throws {StorageError} UnsupportedTusVersion: client and server would mean different things by the same headers */
export function checkTusVersion(headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] !== TUS_VERSION)
    throw new StorageError('UnsupportedTusVersion', `The header Tus-Resumable must be ${TUS_VERSION}`);
}

/** The length of an upload; null when it is told later. @throws {StorageError} InvalidRequest */
export function readUploadLength(headers: IncomingHttpHeaders): number | null {
  const { 'upload-length': length, 'upload-defer-length': deferred } = headers;
  if (deferred !== undefined && (deferred !== '1' || length !== undefined))
    throw new StorageError(
      'InvalidRequest',
      'Upload-Defer-Length must be 1, and stand without Upload-Length',
    );
  if (deferred !== undefined) return null;
  return wholeNumber(length, 'Upload-Length');
}

/** @throws {StorageError} InvalidRequest */
export function wholeNumber(value: unknown, name: string): number {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
  if (number === null) throw new StorageError('InvalidRequest', `${name} must be a whole number of bytes`);
  return number;
}

/** `Upload-Metadata`: names with values in base64, between commas. @throws {StorageError} InvalidRequest */
export function readUploadMetadata(header: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  if (header === undefined || header === '') return fields;
  if (typeof header !== 'string' || header.length > MAX_METADATA_BYTES) throw badMetadata();
  for (const pair of header.split(',')) {
    const [name = '', value = '', ...more] = pair.trim().split(/ +/);
    if (name === '' || more.length > 0 || fields.has(name) || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
      throw badMetadata();
    fields.set(name, Buffer.from(value, 'base64').toString('utf8'));
  }
  return fields;
}

function badMetadata(): StorageError {
  return new StorageError('InvalidRequest', 'Upload-Metadata must be names with values in base64');
}

export interface Checksum {
  algorithm: (typeof ALGORITHMS)[number];
  /** In base64. */
  digest: string;
}

/** `Upload-Checksum: sha1 <base64>`, of the bytes of one request. Null without it. @throws {StorageError} InvalidRequest */
export function readChecksum(header: unknown): Checksum | null {
  if (header === undefined) return null;
  const [name, digest = ''] = typeof header === 'string' ? header.trim().split(/ +/) : [];
  const algorithm = ALGORITHMS.find((one) => one === name);
  if (algorithm === undefined || digest === '')
    throw new StorageError('InvalidRequest', `Upload-Checksum must name one of ${CHECKSUM_ALGORITHMS}`);
  return { algorithm, digest };
}

/** What an upload is called in its address. */
export interface UploadName {
  bucket: string;
  key: string;
  /** Of the object that it becomes: random, so nobody finds another's upload by guessing. */
  version: string;
}

export function toUploadId({ bucket, key, version }: UploadName): string {
  return Buffer.from(`${bucket}/${key}/${version}`).toString('base64url');
}

/** Null when the text is none. */
export function parseUploadId(id: string): UploadName | null {
  const [bucket = '', ...rest] = Buffer.from(id, 'base64url').toString('utf8').split('/');
  const version = rest.pop() ?? '';
  const key = rest.join('/');
  return bucket !== '' && key !== '' && VERSION.test(version) ? { bucket, key, version } : null;
}
