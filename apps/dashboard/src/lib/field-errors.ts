import type { ApiError } from '../api/api-error.ts';

/** The server's words for the place under a field: without the field's name in front, as a sentence. */
export function fieldSentence({ field, message }: ApiError): string {
  const text = field !== null && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The server's sentence under the field it is about, or `general` when it is about none of the form's. */
export function fieldErrors<Field extends string>(
  error: ApiError | null,
  fields: readonly Field[],
): Record<Field | 'general', string | null> {
  const found = fields.find((field) => field === error?.field) ?? 'general';
  const empty = Object.fromEntries([...fields, 'general'].map((name) => [name, null]));
  return {
    ...empty,
    ...(error === null ? {} : { [found]: found === 'general' ? error.message : fieldSentence(error) }),
  } as Record<Field | 'general', string | null>;
}
