import { offsetBeyondTotal } from '../errors/request-errors.ts';
import { RestError } from '../errors/rest-error.ts';
import { encodePart } from '../request/canonical-query.ts';
import type { Answer } from './answer.ts';
import {
  type AnswerParts,
  describeBody,
  mayChooseEnd,
  preferenceApplied,
  readRange,
  readStatus,
  writeRange,
} from './answer-headers.ts';
import { overrideAnswer } from './outcome.ts';

/** The answer to a request that went well. @throws {RestError} PGRST103 beyond the end, PGRST111, PGRST112 */
export function answerRequest(parts: AnswerParts): Answer {
  const { resource, method } = parts.request;
  if (parts.compiled.isPlan) return answerPlan(parts);
  const reads = resource.kind !== 'relation' || method === 'GET' || method === 'HEAD';
  return overrideAnswer(reads ? answerRead(parts) : answerWrite(parts), parts.outcome);
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
  const filters = Object.entries(key).map(
    ([column, value]) =>
      `${encodePart(column)}=eq.${encodePart(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return `/${encodePart(name)}?${filters.join('&')}`;
}
