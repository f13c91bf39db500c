import { QueryError } from '@basalt/postgres';
import { isDiskFull } from '../kernel/is-disk-full.ts';
import { sentenceOf } from '../kernel/sentence-of.ts';
import type { Step } from './definition.ts';

/** Why a step failed, as a sentence for people. Errors that were not meant for them are not quoted. */
export function failureReason(step: Step, error: unknown): string {
  const sentence = sentenceOf(error);
  if (sentence !== null) return sentence;
  if (isDiskFull(error)) return `${step.title}: the disk is full. Free some space and try again.`;
  if (error instanceof QueryError) return `${step.title}: the database answered "${error.message}".`;
  return `${step.title}: something went wrong on our side. The log has the details.`;
}
