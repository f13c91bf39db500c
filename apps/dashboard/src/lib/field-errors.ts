import type { ApiError } from '../api/api-error.ts';

/** The server's sentence under the field it is about, or `general` when it is about none of the form's. */
export function fieldErrors<Field extends string>(
  error: ApiError | null,
  fields: readonly Field[],
): Record<Field | 'general', string | null> {
  const found = fields.find((field) => field === error?.field) ?? 'general';
  const empty = Object.fromEntries([...fields, 'general'].map((name) => [name, null]));
  return { ...empty, ...(error === null ? {} : { [found]: error.message }) } as Record<
    Field | 'general',
    string | null
  >;
}
