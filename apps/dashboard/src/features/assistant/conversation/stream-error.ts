/**
 * The sentence of an error of the stream: the message in the body of an answer, if that is one (spec §8), else what the error says.
 */
export function streamErrorText(error: Error): string {
  try {
    const body: unknown = JSON.parse(error.message);
    const message = (body as { message?: unknown } | null)?.message;
    if (typeof message === 'string' && message !== '') return message;
  } catch {
    // It is a sentence already.
  }
  if (error instanceof TypeError) return 'The connection broke. What was written so far stays; ask again.';
  return error.message === '' ? 'Something went wrong. Ask again.' : error.message;
}
