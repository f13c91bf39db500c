import type { Answer } from './answer.ts';
import type { AnswerParts } from './answer-request.ts';

/** Headers that belong to a body: its type, and the schema it is from where there is a choice. */
export function describeBody({ request, compiled, settings }: AnswerParts): Answer['headers'] {
  const headers: Answer['headers'] = { 'content-type': compiled.contentType };
  const [defaultSchema, ...more] = settings.schemas;
  if (more.length > 0) headers['content-profile'] = request.schema ?? defaultSchema ?? '';
  return headers;
}

export function mayChooseEnd({ txEnd }: AnswerParts['settings']): boolean {
  return txEnd.endsWith('-allow-override');
}
