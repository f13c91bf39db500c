import { isUtf8 } from 'node:buffer';
import { invalidBody, unacceptableContentType } from '../errors/request-errors.ts';
import type { BodyRules } from './body-rules.ts';
import { parseCsvBody } from './csv-body.ts';
import { parseFormBody } from './form-body.ts';
import { parseJsonBody } from './json-body.ts';
import { invalidJson } from './json-cursor.ts';
import { LARGE_BODY_BYTES, MAX_FORM_BYTES } from './limits.ts';
import { readRange } from './parse-accept.ts';
import type { RestBody } from './rest-request.ts';

/** The body of a request that writes or calls. @throws {RestError} PGRST102 */
export function parseBody(body: Buffer | null, contentType: string | undefined, rules: BodyRules): RestBody {
  const bytes = body ?? Buffer.alloc(0);
  const mediaType = bodyMediaType(contentType);
  switch (mediaType) {
    case 'application/json':
      return parseJson(bytes, rules);
    case 'text/csv':
      return parseCsvBody(decodeText(bytes, 'The CSV is not valid UTF-8 text.'));
    case 'application/x-www-form-urlencoded':
      return parseForm(bytes, rules);
    case 'text/plain':
    case 'text/xml':
    case 'application/octet-stream':
      if (rules.forFunction) return { kind: 'raw', mediaType, bytes };
  }
  throw unacceptableContentType(mediaType);
}

function parseJson(bytes: Buffer, rules: BodyRules): RestBody {
  if (!isUtf8(bytes)) throw invalidJson();
  return parseJsonBody(bytes, bytes.length > LARGE_BODY_BYTES ? bytes : bytes.toString('utf8'), rules);
}

function parseForm(bytes: Buffer, rules: BodyRules): RestBody {
  if (bytes.length > MAX_FORM_BYTES)
    throw invalidBody(`A form can have ${MAX_FORM_BYTES / 1024 / 1024} MB at most. Send more as JSON.`);
  return parseFormBody(decodeText(bytes, 'The form is not valid UTF-8 text.'), rules);
}

/** The type of a body by its `Content-Type`, lower-cased and without parameters. */
export function bodyMediaType(header: string | undefined): string {
  if (header === undefined || header === '' || header === 'application/json') return 'application/json';
  return readRange(header).name;
}

function decodeText(bytes: Buffer, problem: string): string {
  if (!isUtf8(bytes)) throw invalidBody(problem);
  return bytes.toString('utf8');
}
