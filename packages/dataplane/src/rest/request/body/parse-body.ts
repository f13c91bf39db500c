import { isUtf8 } from 'node:buffer';
import { invalidBody, unacceptableContentType } from '../../errors/request-errors.ts';
import { RestError } from '../../errors/rest-error.ts';
import { LARGE_BODY_BYTES, MAX_FORM_BYTES } from '../limits.ts';
import { readRange } from '../parse-headers.ts';
import { parseQueryParameters, type QueryParameter } from '../parse-query.ts';
import type { RestBody } from '../rest-request.ts';
import { parseCsvBody } from './csv-body.ts';
import { invalidJson } from './json-cursor.ts';
import { type JsonOutline, outlineJson } from './outline-json.ts';

/** What decides how a body is read. */
export interface BodyRules {
  /** `columns=` names the keys: objects need not be alike. */
  columnsGiven: boolean;
  /** A function takes any JSON and raw bytes; a relation takes rows. */
  forFunction: boolean;
}

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

/**
 * A form as one JSON object of texts. The last value of a name counts; for a function several make an array, which is what
 * a variadic argument takes.
 * @throws {RestError} PGRST102
 */
function parseFormBody(text: string, rules: BodyRules): RestBody {
  const values = new Map<string, string | string[]>();
  for (const { name, value } of parseFormParameters(text)) {
    const before = values.get(name);
    const now = value ?? '';
    values.set(name, rules.forFunction && before !== undefined ? [before, now].flat() : now);
  }
  const members = [...values].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return {
    kind: 'text-values',
    text: `{${members.join(',')}}`,
    shape: 'object',
    keys: [...values.keys()],
    rows: 1,
  };
}

function parseFormParameters(text: string): QueryParameter[] {
  try {
    return parseQueryParameters(text.trim());
  } catch (error) {
    if (error instanceof RestError) throw invalidBody('The form cannot be read.', String(error.details));
    throw error;
  }
}

/** JSON is checked but not rewritten: numbers keep all their digits. @param bytes valid UTF-8 @throws {RestError} PGRST102 */
function parseJsonBody(bytes: Buffer, text: string | Buffer, rules: BodyRules): RestBody {
  if (bytes.length === 0 && rules.forFunction)
    return { kind: 'json', text: '{}', shape: 'object', keys: [], rows: 1 };
  const outline = outlineJson(bytes);
  const { shape, rows } = outline;
  return {
    kind: 'json',
    text,
    shape,
    keys: shape === 'array' ? keysOfRows(outline, rules) : outline.keys,
    rows,
  };
}

function keysOfRows({ rows, keys, allObjects, alike }: JsonOutline, rules: BodyRules): readonly string[] {
  if (rows === 0) return [];
  if (allObjects && (rules.columnsGiven || alike)) return keys;
  if (rules.forFunction) return [];
  throw invalidBody('All object keys must match');
}
