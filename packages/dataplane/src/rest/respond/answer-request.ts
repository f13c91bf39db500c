import type { CompiledQuery } from '../compile/answer/compiled-query.ts';
import { offsetBeyondTotal } from '../errors/request-errors.ts';
import { RestError } from '../errors/rest-error.ts';
import { encodePart } from '../request/parse-query.ts';
import { legacyNames } from '../request/read-levels.ts';
import type { Preferences, RestRequest } from '../request/rest-request.ts';
import type { DatabaseRestSettings } from '../schema-cache/schema-cache.ts';
import type { Answer } from './answer.ts';
import { type Outcome, overrideAnswer } from './outcome.ts';

/** The answer to a request that went well. @throws {RestError} PGRST103 beyond the end, PGRST111, PGRST112 */
export function answerRequest(parts: AnswerParts): Answer {
  const { resource, method } = parts.request;
  if (parts.compiled.isPlan) return answerPlan(parts);
  const reads = resource.kind !== 'relation' || method === 'GET' || method === 'HEAD';
  const answer = reads ? answerRead(parts) : answerWrite(parts);
  const warning = legacyWarning(parts.request);
  if (warning !== null) answer.headers.warning = warning;
  return overrideAnswer(answer, parts.outcome);
}

/** Says what a client has to change before that is refused. Names are encoded: a header holds no others. */
function legacyWarning({ read }: RestRequest): string | null {
  const names = legacyNames(read);
  if (names.length === 0) return null;
  const changes = names.map(({ name, alias }) => `${encodePart(name)} by ${encodePart(alias)}`).join(', ');
  return `299 - "An embedded resource with an alias was called by its own name, which is deprecated: replace ${changes} in filters, orders and limits."`;
}

function answerPlan(parts: AnswerParts): Answer {
  const { request, outcome } = parts;
  return { status: 200, headers: describeBody(parts), body: request.method === 'HEAD' ? null : outcome.body };
}

/** Answers a read or a call. A function that gives nothing (`void`) has no body: 204. */
function answerRead(parts: AnswerParts): Answer {
  const { request, outcome, settings } = parts;
  const { resource, method, read, preferences } = request;
  const { total, page, body } = outcome;
  if (total !== null && read.offset > total) throw beyondTotal(read.offset, total);
  const isVoid = resource.kind !== 'relation' && body === null && method !== 'HEAD';
  const headers: Answer['headers'] = isVoid ? {} : describeBody(parts);
  headers['content-range'] = readRange(read.offset, page, total);
  if (resource.kind === 'relation')
    headers['content-location'] = location(resource.name, request.canonicalQuery);
  const applied = preferenceApplied(preferences, {
    resolution: false,
    missing: false,
    return: false,
    maxAffected: resource.kind !== 'relation',
    tx: mayChooseEnd(settings),
  });
  if (applied !== null) headers['preference-applied'] = applied;
  return {
    status: isVoid ? 204 : readStatus(page, total),
    headers,
    body: method === 'HEAD' || isVoid ? null : (body ?? ''),
  };
}

function beyondTotal(offset: number, total: number): RestError {
  const { status, code, message, details } = offsetBeyondTotal(offset, total);
  return new RestError({ status, code, message, details, headers: { 'content-range': `*/${total}` } });
}

function location(name: string, query: string): string {
  return query === '' ? `/${encodePart(name)}` : `/${encodePart(name)}?${query}`;
}

/** Answers an insert, update, upsert or delete. */
function answerWrite(parts: AnswerParts): Answer {
  const { request, outcome, settings } = parts;
  const { method, preferences } = request;
  const shows = preferences.return === 'representation';
  const headers: Answer['headers'] = shows ? describeBody(parts) : {};
  const range = writtenRange(parts);
  if (range !== null) headers['content-range'] = range;
  if (method === 'POST' && preferences.return === 'headers-only' && outcome.location !== null)
    headers.location = insertedLocation(parts, outcome.location);
  const applied = preferenceApplied(preferences, {
    resolution: method === 'POST' && outcome.inserted !== null,
    missing: method === 'POST' || method === 'PATCH',
    return: true,
    maxAffected: method === 'PATCH' || method === 'DELETE',
    tx: mayChooseEnd(settings),
  });
  if (applied !== null) headers['preference-applied'] = applied;
  const status = writtenStatus(parts, shows);
  return { status, headers, body: shows ? (outcome.body ?? '') : status === 204 ? null : '' };
}

function writtenStatus({ request, outcome }: AnswerParts, shows: boolean): number {
  const { method, preferences } = request;
  if (method === 'POST')
    return preferences.resolution === 'merge-duplicates' && outcome.inserted === 0 ? 200 : 201;
  if (!shows) return 204;
  return method === 'PUT' && outcome.inserted !== null && outcome.inserted > 0 ? 201 : 200;
}

function writtenRange({ request: { method, preferences }, outcome }: AnswerParts): string | null {
  if (method === 'PUT') return null;
  const counted = preferences.count === 'exact' || preferences.count === 'estimated';
  return writeRange(outcome.page, { counted, span: method === 'PATCH' });
}

function insertedLocation({ request: { resource } }: AnswerParts, keyJson: string): string {
  const name = resource.kind === 'relation' ? resource.name : '';
  const key: Record<string, unknown> = JSON.parse(keyJson);
  const filters = Object.entries(key).map(([column, value]) => {
    if (value === null) return `${encodePart(column)}=is.null`;
    return `${encodePart(column)}=eq.${encodePart(typeof value === 'string' ? value : JSON.stringify(value))}`;
  });
  return `/${encodePart(name)}?${filters.join('&')}`;
}

/** All that an answer is made of. */
export interface AnswerParts {
  request: RestRequest;
  outcome: Outcome;
  compiled: Pick<CompiledQuery, 'contentType' | 'isPlan'>;
  settings: Pick<DatabaseRestSettings, 'schemas' | 'txEnd'>;
}

/** Headers that belong to a body: its type, and the schema it is from where there is a choice. */
function describeBody({ request, compiled, settings }: AnswerParts): Answer['headers'] {
  const headers: Answer['headers'] = { 'content-type': compiled.contentType };
  const [defaultSchema, ...more] = settings.schemas;
  if (more.length > 0) headers['content-profile'] = profileHeader(request.schema ?? defaultSchema ?? '');
  return headers;
}

function mayChooseEnd({ txEnd }: AnswerParts['settings']): boolean {
  return txEnd.endsWith('-allow-override');
}

/** The name of a schema as a header has it: bytes in UTF-8, each as one character. */
export function profileHeader(schema: string): string {
  return Buffer.from(schema).toString('latin1');
}

/**
 * `Content-Range` of a read: `0-9/100`, `*` where a part is not known or there is nothing.
 * @param offset of the first row, 0-based
 */
function readRange(offset: number, rows: number, total: number | null): string {
  const span = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  return `${span}/${total ?? '*'}`;
}

/** 206 when rows are known to be missing on this page. */
function readStatus(rows: number, total: number | null): 200 | 206 {
  return total !== null && rows < total ? 206 : 200;
}

/** `Content-Range` of a write: an update names the rows it gives, inserts and deletes do not. */
function writeRange(rows: number, options: { counted: boolean; span: boolean }): string {
  const span = options.span && rows > 0 ? `0-${rows - 1}` : '*';
  return `${span}/${options.counted ? rows : '*'}`;
}

/** What preferences an answer could take into account at all. */
interface PreferenceScope {
  resolution: boolean;
  missing: boolean;
  return: boolean;
  maxAffected: boolean;
  /** Only if the settings let a request choose. */
  tx: boolean;
}

/** `Preference-Applied` in its fixed order, null when nothing took effect. */
function preferenceApplied(preferences: Preferences, scope: PreferenceScope): string | null {
  const { resolution, missing, count, tx, handling, timezone, maxAffected } = preferences;
  const applied: string[] = [];
  if (scope.resolution && resolution !== null) applied.push(`resolution=${resolution}`);
  if (scope.missing && missing !== null) applied.push(`missing=${missing}`);
  if (scope.return && preferences.return !== null) applied.push(`return=${preferences.return}`);
  if (count !== null) applied.push(`count=${count}`);
  if (scope.tx && tx !== null) applied.push(`tx=${tx}`);
  if (handling !== null) applied.push(`handling=${handling}`);
  if (timezone !== null) applied.push(`timezone=${timezone}`);
  if (scope.maxAffected && maxAffected !== null && handling === 'strict')
    applied.push(`max-affected=${maxAffected}`);
  return applied.length === 0 ? null : applied.join(', ');
}
