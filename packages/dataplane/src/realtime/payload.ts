import { RealtimeError } from './realtime-error.ts';

/** Parts of what clients send. Each reader throws a RealtimeError InvalidJoinPayload that names the part. */
export function object(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(`${what} must be an object.`);
  return value as Record<string, unknown>;
}

export function flag(value: unknown, what: string): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value !== 'boolean') throw invalid(`${what} must be true or false.`);
  return value;
}

export function text(value: unknown, what: string, maxBytes: number): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string' || Buffer.byteLength(value) > maxBytes)
    throw invalid(`${what} must be a text of at most ${maxBytes} bytes.`);
  return value;
}

export function invalid(message: string): RealtimeError {
  return new RealtimeError('InvalidJoinPayload', message);
}
