import { keptType } from '../rules/mime-types.ts';
import type { IncomingUpload } from '../upload/read-upload.ts';
import { keptCacheControl } from '../upload/read-upload.ts';
import type { OpenBody } from './body/open-body.ts';
import { notImplemented } from './errors/s3-error.ts';

const PREFIX = 'x-amz-meta-';
/** What would be lost in silence, and somebody counts on. */
const NOT_OFFERED = [
  'x-amz-server-side-encryption-customer-algorithm',
  'x-amz-object-lock-mode',
  'x-amz-object-lock-legal-hold',
  'x-amz-website-redirect-location',
  'x-amz-tagging',
  'x-amz-write-offset-bytes',
];
const MAX_SENT_BYTES = 8_192;

/** @throws {S3Error} NotImplemented */
export function refuseWhatIsNotOffered(headers: ReadonlyMap<string, string>): void {
  if (NOT_OFFERED.some((name) => headers.has(name))) throw notImplemented();
}

/** What the headers `x-amz-meta-…` say; null without one. */
export function userMetadataOf(headers: ReadonlyMap<string, string>): Record<string, string> | null {
  const found = [...headers]
    .filter(([name]) => name.startsWith(PREFIX) && name.length > PREFIX.length)
    .map(([name, value]) => [name.slice(PREFIX.length), value.replaceAll('\0', '')] as const);
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** The other way round: only what can stand in a header. */
export function metadataHeaders(userMetadata: Record<string, unknown> | null): [string, string][] {
  let left = MAX_SENT_BYTES;
  return Object.entries(userMetadata ?? {}).flatMap(([name, value]): [string, string][] => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : null;
    if (text === null || !/^[\w-]{1,200}$/.test(name) || !/^[\x20-\x7e]*$/.test(text)) return [];
    left -= name.length + text.length;
    return left < 0 ? [] : [[`${PREFIX}${name.toLowerCase()}`, text]];
  });
}

/** A body that is put, with what its headers say of it. */
export function uploadOf(
  headers: ReadonlyMap<string, string>,
  { bytes, expected }: OpenBody,
): IncomingUpload {
  const details = {
    cacheControl: keptCacheControl(headers.get('cache-control')),
    userMetadata: userMetadataOf(headers),
  };
  return {
    contentType: keptType(headers.get('content-type')),
    bytes,
    expected,
    details: async () => details,
  };
}
