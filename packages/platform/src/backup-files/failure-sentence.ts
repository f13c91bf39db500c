import { QueryError } from '@basalt/postgres';
import { sentenceOf } from '../kernel/sentence-of.ts';

/** Why a file could not be written, as a sentence for people. Errors that were not meant for them are not quoted. */
export function failureSentence(error: unknown): string {
  const sentence = sentenceOf(error);
  if (sentence !== null) return sentence;
  if (error instanceof QueryError) return `The database answered "${error.message}".`;
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    return 'The disk that backups are on is full. Make space, then ask for the file again.';
  return 'The file could not be written. The log has the details.';
}
