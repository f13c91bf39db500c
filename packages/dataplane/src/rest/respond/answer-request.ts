import type { Answer } from './answer.ts';
import type { AnswerParts } from './answer-parts.ts';
import { answerRead } from './answer-read.ts';
import { answerWrite } from './answer-write.ts';
import { describeBody } from './describe-body.ts';
import { overrideAnswer } from './override-answer.ts';

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
