import { encodePart } from '../request/canonical-query.ts';
import type { Answer } from './answer.ts';
import type { AnswerParts } from './answer-parts.ts';
import { writeRange } from './content-range.ts';
import { describeBody, mayChooseEnd } from './describe-body.ts';
import { preferenceApplied } from './preference-applied.ts';

/** Answers an insert, update, upsert or delete. */
export function answerWrite(parts: AnswerParts): Answer {
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
