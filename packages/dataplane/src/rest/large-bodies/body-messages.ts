import type { RestErrorFields } from '../errors/rest-error.ts';
import type { BodyRules } from '../request/body/parse-body.ts';
import type { RestBody } from '../request/rest-request.ts';

/** What a thread is asked: to read one body. The bytes are handed over, not copied. */
export interface BodyTask {
  bytes: Uint8Array;
  contentType: string | undefined;
  rules: BodyRules;
}

/** What it found. Bytes in the body come as a plain Uint8Array. */
export type BodyResult = { kind: 'read'; body: RestBody } | { kind: 'refused'; error: RestErrorFields };

/** Memory that goes along with a message without being copied: only that which holds nothing else. */
export function handedOver(value: unknown): ArrayBuffer[] {
  if (!(value instanceof Uint8Array) || !(value.buffer instanceof ArrayBuffer)) return [];
  return value.byteLength === value.buffer.byteLength ? [value.buffer] : [];
}

/** The same memory as a Buffer: messages do not keep the class. */
export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
