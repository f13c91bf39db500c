import { StorageError, tooLarge } from '../errors/storage-error.ts';

const UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/**
 * The largest object that a bucket takes, in bytes: a number, a text like `20MB` (decimal units), or null for no limit of its own.
 * @param projectLimit what the project allows, in bytes
 * @throws {StorageError} InvalidParameter, EntityTooLarge for more than the project allows
 */
export function readSizeLimit(value: unknown, projectLimit: number): number | null {
  if (value === null || value === undefined || value === '' || value === 0) return null;
  const bytes = typeof value === 'string' ? parseSize(value) : value;
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0)
    throw new StorageError('InvalidParameter', 'file_size_limit must be bytes, or a size like 20MB');
  if (bytes > projectLimit) throw tooLarge();
  return bytes;
}

function parseSize(text: string): number | null {
  const match = /^(\d{1,15}(?:\.\d{1,6})?)\s*([kmgt]?b)?$/i.exec(text.trim());
  if (match === null) return null;
  return Math.floor(Number(match[1]) * (UNITS[(match[2] ?? 'B').toUpperCase()] ?? 1));
}

/** The smaller of what the bucket and the project allow. What the bucket says comes from a table that the project's people write. */
export function largestObject(bucketLimit: number | null, projectLimit: number): number {
  return bucketLimit === null ? projectLimit : Math.min(projectLimit, Math.max(0, bucketLimit));
}
