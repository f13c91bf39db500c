import { StorageError } from '../errors/storage-error.ts';

const TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;
const PATTERN = /^([\w!#$&^.+-]{1,100}\/([\w!#$&^.+-]{1,100}|\*)|\*\/\*)$/;
const UNKNOWN = 'application/octet-stream';

/** A content type without its parameters, in small letters; null when it is none. */
function bareType(contentType: string): string | null {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  return TYPE.test(type) ? type : null;
}

/** What is kept as the type of an object: what the client says, if it can stand in a header again. */
export function keptType(contentType: string | undefined): string {
  if (contentType === undefined || contentType.length > 255 || !/^[\x20-\x7e]+$/.test(contentType))
    return UNKNOWN;
  return bareType(contentType) === null ? UNKNOWN : contentType.trim();
}

/** @throws {StorageError} InvalidMimeType unless one of the bucket's patterns (`image/*`) admits it; null admits all */
export function checkMimeType(contentType: string, allowed: readonly string[] | null): void {
  if (allowed === null || allowed.length === 0) return;
  const type = bareType(contentType);
  const family = type?.split('/')[0];
  if (
    type !== null &&
    allowed.some((one) => one === '*/*' || one.toLowerCase() === type || one.toLowerCase() === `${family}/*`)
  )
    return;
  throw new StorageError('InvalidMimeType', `mime type ${contentType} is not supported`);
}

/** A bucket's list of patterns. @throws {StorageError} InvalidMimeType */
export function readMimeTypes(value: unknown): string[] | null {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value) || value.length > 1_000)
    throw new StorageError('InvalidParameter', 'allowed_mime_types must be a list');
  return value.map((one: unknown) => {
    if (typeof one !== 'string' || !PATTERN.test(one))
      throw new StorageError('InvalidMimeType', `mime type ${String(one).slice(0, 200)} is not supported`);
    return one;
  });
}

/** Types that browsers show and that hold no code. Everything else is shown without rights. */
const HARMLESS =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|video\/[\w.+-]+|audio\/[\w.+-]+|application\/(pdf|octet-stream|json|zip)|text\/(plain|css|csv|markdown)|font\/[\w.+-]+)$/;

/** How an object is sent, so that nothing that somebody uploaded runs where it is opened. */
export function servedType(kept: string): { contentType: string; sandboxed: boolean } {
  const contentType = keptType(kept);
  const type = bareType(contentType) ?? UNKNOWN;
  if (type === 'text/html')
    return { contentType: contentType.replace(/^\s*text\/html/i, 'text/plain'), sandboxed: true };
  return { contentType, sandboxed: !HARMLESS.test(type) };
}
