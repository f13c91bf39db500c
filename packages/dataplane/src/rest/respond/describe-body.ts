import type { Answer } from './answer.ts';
import type { AnswerParts } from './answer-parts.ts';

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
