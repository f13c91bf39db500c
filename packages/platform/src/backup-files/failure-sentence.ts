import { QueryError } from '@basalt/postgres';
import { isDiskFull } from '../kernel/is-disk-full.ts';
import { sentenceOf } from '../kernel/sentence-of.ts';

/** Why a file could not be written, as a sentence for people. Errors that were not meant for them are not quoted. */
export function failureSentence(error: unknown): string {
  const sentence = sentenceOf(error);
  if (sentence !== null) return sentence;
  if (isDiskFull(error)) return 'The disk is full. Free some space, then ask for the file again.';
  if (error instanceof QueryError) return `The database answered "${error.message}".`;
  return 'The file could not be written. The log has the details.';
}
