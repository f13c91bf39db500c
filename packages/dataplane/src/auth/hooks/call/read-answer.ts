import { AuthError } from '../../errors/auth-error.ts';
import type { JsonObject } from '../../wire/read-body.ts';

export const MAX_ANSWER_BYTES = 200 * 1024;

export function tooLarge(): AuthError {
  return new AuthError(
    'hook_payload_over_size_limit',
    `Payload size exceeds the limit of ${MAX_ANSWER_BYTES} bytes`,
  );
}

/**
 * What a hook answered, as an object. A hook refuses by an answer with `error`: its sentence and status are what the client gets.
 * Throws `unknown` with the hook's status, `unexpected_failure` for what is no object.
 */
export function readAnswer(answer: unknown): JsonObject {
  if (answer === null || answer === undefined) return {};
  if (typeof answer !== 'object' || Array.isArray(answer))
    throw new AuthError('unexpected_failure', 'The hook did not answer with a JSON object.');
  const { error } = answer as { error?: unknown };
  if (typeof error === 'object' && error !== null) {
    const { message, http_code } = error as { message?: unknown; http_code?: unknown };
    if (typeof message === 'string' && message !== '')
      throw new AuthError('unknown', message.slice(0, 1_000), { status: statusOf(http_code) });
  }
  return answer as JsonObject;
}

function statusOf(code: unknown): number {
  return typeof code === 'number' && Number.isInteger(code) && code >= 400 && code <= 599 ? code : 500;
}
