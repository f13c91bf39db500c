import type { FastifyRequest } from 'fastify';
import { AuthError } from '../errors/auth-error.ts';

const DEPTH_AT_MOST = 64;

/** Refuses what the database could not store or what only an attacker sends: NUL, half characters, bottomless nesting. */
function checkJson(value: unknown, depth = 0): void {
  if (typeof value === 'string') checkText(value);
  if (typeof value !== 'object' || value === null) return;
  if (depth >= DEPTH_AT_MOST)
    throw new AuthError('bad_json', 'The JSON of the request is nested too deeply.');
  for (const [key, item] of Object.entries(value)) {
    checkText(key);
    checkJson(item, depth + 1);
  }
}

function checkText(text: string): void {
  if (text.includes('\u0000') || !text.isWellFormed())
    throw new AuthError(
      'bad_json',
      'The JSON of the request has text that is not valid Unicode or holds NUL.',
    );
}

export type JsonObject = Record<string, unknown>;

/** The body of a request, read field by field. A field that is absent or null reads as null. */
export interface Fields {
  readonly raw: Readonly<JsonObject>;
  has(name: string): boolean;
  /** Throws `validation_failed` when the field is no text. */
  text(name: string): string | null;
  flag(name: string): boolean | null;
  object(name: string): JsonObject | null;
}

const BODY_AT_MOST = 1024 * 1024;

/** The JSON object of a request's body; no body counts as `{}`. Throws `bad_json`, `request_entity_too_large`. */
export function readBody(request: FastifyRequest): Fields {
  const bytes = bodyBytes(request);
  return fieldsOf(bytes.length === 0 ? {} : parseObject(bytes));
}

/** The pairs of an HTML form's body (`application/x-www-form-urlencoded`). */
export function readForm(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(bodyBytes(request).toString('utf8'));
}

/** An object that came in a request, to be read field by field. */
export function fieldsOf(raw: JsonObject): Fields {
  const read = <T>(name: string, is: (value: unknown) => value is T, what: string): T | null => {
    const value = Object.hasOwn(raw, name) ? raw[name] : null;
    if (value === null || value === undefined) return null;
    if (is(value)) return value;
    throw new AuthError('validation_failed', `The field "${name}" must be ${what}.`);
  };
  return {
    raw,
    has: (name) => Object.hasOwn(raw, name) && raw[name] !== null,
    text: (name) => read(name, (value) => typeof value === 'string', 'text'),
    flag: (name) => read(name, (value) => typeof value === 'boolean', 'true or false'),
    object: (name) => read(name, isObject, 'an object'),
  };
}

function bodyBytes(request: FastifyRequest): Buffer {
  const body = request.body;
  if (!Buffer.isBuffer(body)) return Buffer.alloc(0);
  if (body.length > BODY_AT_MOST) throw new AuthError('request_entity_too_large');
  return body;
}

function parseObject(bytes: Buffer): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AuthError('bad_json', undefined, { cause });
  }
  if (!isObject(value)) throw new AuthError('bad_json');
  checkJson(value);
  return value;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text from a request can be an id of ours. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
