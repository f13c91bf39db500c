import { StorageError } from '../errors/storage-error.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/** The JSON object of a request; empty without a body. @throws {StorageError} InvalidRequest */
export async function readJson(body: unknown): Promise<Record<string, unknown>> {
  if (body === undefined || body === null) return {};
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new StorageError('InvalidRequest', 'The request is larger than 2 MB.');
    chunks.push(chunk);
  }
  if (length === 0) return {};
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Said below.
  }
  throw new StorageError('InvalidRequest', 'The body must be a JSON object.');
}

/** @throws {StorageError} MissingParameter, InvalidParameter */
export function textField(input: Record<string, unknown>, name: string): string {
  const value = input[name];
  if (value === undefined || value === null || value === '')
    throw new StorageError('MissingParameter', `Missing Required Parameter ${name}`);
  if (typeof value !== 'string') throw new StorageError('InvalidParameter', `${name} must be a text`);
  return value;
}

/** A whole number within bounds; `usual` when nothing is said. @throws {StorageError} InvalidParameter */
export function numberField(
  value: unknown,
  name: string,
  { usual, min, max }: { usual: number; min: number; max: number },
): number {
  if (value === undefined || value === null || value === '') return usual;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < min)
    throw new StorageError('InvalidParameter', `${name} must be a whole number of at least ${min}`);
  return Math.min(number, max);
}
