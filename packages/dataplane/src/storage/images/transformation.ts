import { StorageError } from '../errors/storage-error.ts';
import { numberField } from '../upload/read-json.ts';

const RESIZES = ['cover', 'contain', 'fill'] as const;

/** How an image is to look. Null: as it follows from the other side, or from the image. */
export interface Transformation {
  width: number | null;
  height: number | null;
  resize: (typeof RESIZES)[number];
  /** Of formats that lose something. */
  quality: number;
  /** Whether the format stays what it is, whatever the client would rather have. */
  keepsFormat: boolean;
}

const MAX_SIDE = 2_500;
const USUAL_QUALITY = 80;

/** Reads it from the query of an address, or from a body. @throws {StorageError} InvalidParameter */
export function readTransformation(input: Record<string, unknown>): Transformation {
  const side = (name: 'width' | 'height') => {
    if (input[name] === undefined || input[name] === null || input[name] === '') return null;
    const value = numberField(input[name], name, { usual: 1, min: 1, max: MAX_SIDE + 1 });
    if (value > MAX_SIDE) throw new StorageError('InvalidParameter', `${name} must be at most ${MAX_SIDE}`);
    return value;
  };
  const { resize = 'cover', format } = input;
  const known = RESIZES.find((one) => one === resize);
  if (known === undefined)
    throw new StorageError('InvalidParameter', `resize must be one of ${RESIZES.join(', ')}`);
  if (format !== undefined && format !== 'origin')
    throw new StorageError(
      'InvalidParameter',
      'format must be origin, or left out: then the client is given what it can show',
    );
  const quality = numberField(input.quality, 'quality', { usual: USUAL_QUALITY, min: 20, max: 101 });
  if (quality > 100) throw new StorageError('InvalidParameter', 'quality must be at most 100');
  return {
    width: side('width'),
    height: side('height'),
    resize: known,
    quality,
    keepsFormat: format === 'origin',
  };
}

/** As it stands in a token: `width:100,resize:cover`. The same transformation is always the same text. */
export function transformationText({ width, height, resize, quality, keepsFormat }: Transformation): string {
  const parts = [
    width === null ? null : `width:${width}`,
    height === null ? null : `height:${height}`,
    `resize:${resize}`,
    `quality:${quality}`,
    keepsFormat ? 'format:origin' : null,
  ];
  return parts.filter((part) => part !== null).join(',');
}

/** What {@link transformationText} wrote. @throws {StorageError} InvalidParameter */
export function parseTransformation(text: string): Transformation {
  return readTransformation(Object.fromEntries(text.split(',').map((part) => part.split(':'))));
}

/** The format of an image, as far as its first bytes tell; null for what is none that is read here. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff';

/** Which format the client gets. Formats that few can show become JPEG. */
export function formatFor(
  source: ImageFormat,
  accept: string | undefined,
  { keepsFormat }: Transformation,
): ImageFormat {
  if (keepsFormat) return source;
  if (accept !== undefined && /\bimage\/webp\b/.test(accept)) return 'webp';
  return source === 'avif' || source === 'tiff' ? 'jpeg' : source;
}

/** Told by the first bytes, never by what somebody says. */
export function imageFormatOf(head: Buffer): ImageFormat | null {
  const text = head.toString('latin1', 0, 16);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.slice(4, 8) === 'ftyp' && /^avi[fs]/.test(text.slice(8, 12))) return 'avif';
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff';
  return null;
}
