import type { CompiledQuery } from '../compile/answer/compiled-query.ts';
import type { Preferences, RestRequest } from '../request/rest-request.ts';
import type { DatabaseRestSettings } from '../schema-cache/schema-cache.ts';
import type { Answer } from './answer.ts';
import type { Outcome } from './outcome.ts';

/** All that an answer is made of. */
export interface AnswerParts {
  request: RestRequest;
  outcome: Outcome;
  compiled: Pick<CompiledQuery, 'contentType' | 'isPlan'>;
  settings: Pick<DatabaseRestSettings, 'schemas' | 'txEnd'>;
}

/** Headers that belong to a body: its type, and the schema it is from where there is a choice. */
export function describeBody({ request, compiled, settings }: AnswerParts): Answer['headers'] {
  const headers: Answer['headers'] = { 'content-type': compiled.contentType };
  const [defaultSchema, ...more] = settings.schemas;
  if (more.length > 0) headers['content-profile'] = profileHeader(request.schema ?? defaultSchema ?? '');
  return headers;
}

export function mayChooseEnd({ txEnd }: AnswerParts['settings']): boolean {
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
export function readRange(offset: number, rows: number, total: number | null): string {
  const span = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  return `${span}/${total ?? '*'}`;
}

/** 206 when rows are known to be missing on this page. */
export function readStatus(rows: number, total: number | null): 200 | 206 {
  return total !== null && rows < total ? 206 : 200;
}

/** `Content-Range` of a write: an update names the rows it gives, inserts and deletes do not. */
export function writeRange(rows: number, options: { counted: boolean; span: boolean }): string {
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
export function preferenceApplied(preferences: Preferences, scope: PreferenceScope): string | null {
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
