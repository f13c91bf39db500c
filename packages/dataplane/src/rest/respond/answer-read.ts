import { offsetBeyondTotal } from '../errors/request-errors.ts';
import { RestError } from '../errors/rest-error.ts';
import { encodePart } from '../request/canonical-query.ts';
import type { Answer } from './answer.ts';
import type { AnswerParts } from './answer-parts.ts';
import { readRange, readStatus } from './content-range.ts';
import { describeBody, mayChooseEnd } from './describe-body.ts';
import { preferenceApplied } from './preference-applied.ts';

/** Answers a read or a call. A function that gives nothing (`void`) has no body: 204. */
export function answerRead(parts: AnswerParts): Answer {
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
