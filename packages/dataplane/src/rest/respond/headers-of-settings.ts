import type { IncomingHttpHeaders } from 'node:http';
import { chosenOrigin } from '../../gateway/answer-preflight.ts';
import type { DatabaseRestSettings } from '../schema-cache/schema-cache.ts';
import type { Answer } from './answer.ts';
import { VARY } from './send-answer.ts';

/**
 * Headers that settings put on every answer: by the one that `server_trace_header` names, somebody in front tells which answer is
 * to which request; where `server_cors_allowed_origins` names origins, browsers hand the answer to pages of no others.
 */
export function withHeadersOfSettings(
  answer: Answer,
  asked: IncomingHttpHeaders,
  { traceHeader, corsOrigins }: Pick<DatabaseRestSettings, 'traceHeader' | 'corsOrigins'>,
): Answer {
  const traced = traceHeader === null ? undefined : asked[traceHeader];
  if (traceHeader !== null && typeof traced === 'string') answer.headers[traceHeader] = traced;
  const origin = chosenOrigin(corsOrigins, asked.origin);
  if (origin !== null) {
    answer.headers['access-control-allow-origin'] = origin;
    answer.headers.vary ??= `${VARY}, Origin`;
  }
  return answer;
}
