import type { CompiledQuery } from '../compile/compiled-query.ts';
import type { RestRequest } from '../request/rest-request.ts';
import type { DatabaseRestSettings } from '../schema-cache/schema-cache.ts';
import type { Answer } from './answer.ts';
import { answerRead } from './answer-read.ts';
import { answerWrite } from './answer-write.ts';
import { describeBody } from './describe-body.ts';
import type { Outcome } from './outcome.ts';
import { overrideAnswer } from './override-answer.ts';

/** All that an answer is made of. */
export interface AnswerParts {
  request: RestRequest;
  outcome: Outcome;
  compiled: Pick<CompiledQuery, 'contentType' | 'isPlan'>;
  settings: Pick<DatabaseRestSettings, 'schemas' | 'txEnd'>;
}

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
