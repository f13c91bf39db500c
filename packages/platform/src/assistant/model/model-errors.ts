import { PlatformError } from '../../kernel/platform-error.ts';

/** Errors of answers that came and make no sense. */
const UNREADABLE = /JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody|NoOutput|NoContent/;
/** Characters of what a provider says of itself. */
const SHOWN = 300;

/**
 * What went wrong with a model, for people: who is to blame and what to do. Never holds a key.
 * @param secrets texts that are taken out should the provider repeat them
 */
export function sentenceOfModelError(error: unknown, secrets: readonly (string | null)[] = []): string {
  const cause = rootOf(error);
  if (cause instanceof PlatformError) return cause.message;
  const { name = '', statusCode, data, code, message = '' } = cause as ErrorFields;
  const said = hide(saidBy(data), secrets);
  const because = said === '' ? '' : ` It says: ${said}`;
  if (statusCode === 401 || statusCode === 403)
    return `The AI provider refused the key. Check it in the settings of the organization or in the environment of the server.${because}`;
  if (statusCode === 402 || /quota|billing|credit/i.test(said))
    return `The AI provider has no quota left for this key. Add credit there, or use another key.${because}`;
  if (statusCode === 404) return `The AI provider does not know this model or address.${because}`;
  if (statusCode === 413 || /context length|too (long|large|many tokens)|maximum context/i.test(said))
    return `The conversation is too long for this model. Begin a new chat, or attach less.${because}`;
  if (statusCode === 429)
    return `The AI provider is getting too many requests. Wait a moment and ask again.${because}`;
  if (statusCode === 529 || (statusCode !== undefined && statusCode >= 500))
    return `The AI provider has a problem of its own (status ${statusCode}). Ask again in a moment.${because}`;
  if (statusCode !== undefined && statusCode >= 400) return `The AI provider refused the request.${because}`;
  if (name === 'TimeoutError' || /timed? ?out|timeout/i.test(message))
    return 'The AI provider took too long to answer. Ask again, or use a faster model.';
  if (UNREADABLE.test(name))
    return 'The AI provider sent an answer that cannot be read. Ask again; if it stays, check that the address and the provider fit.';
  if (name === 'OutgoingError')
    return 'The AI provider cannot be reached. Check the address in the settings of the organization; addresses of private networks are refused.';
  if (/terminated|aborted|socket|ECONNRESET|other side closed|ended before/i.test(`${message} ${code ?? ''}`))
    return 'The connection to the AI provider broke off in the middle of the answer. Ask again.';
  return 'The AI provider cannot be reached. Check that it runs, and its address.';
}

interface ErrorFields {
  name?: string;
  message?: string;
  statusCode?: number;
  code?: string;
  data?: unknown;
}

/** The last of several attempts, and what it was caused by where that says more. */
function rootOf(error: unknown): object {
  let found = typeof error === 'object' && error !== null ? error : { message: String(error) };
  for (;;) {
    const { lastError, cause, statusCode, name } = found as {
      lastError?: unknown;
      cause?: unknown;
      statusCode?: unknown;
      name?: unknown;
    };
    const saysAll = statusCode !== undefined || UNREADABLE.test(String(name));
    const next = lastError ?? (saysAll ? undefined : cause);
    if (typeof next !== 'object' || next === null) return found;
    found = next;
  }
}

function saidBy(data: unknown): string {
  const error = (data as { error?: unknown } | null | undefined)?.error;
  const message = typeof error === 'string' ? error : (error as { message?: unknown } | undefined)?.message;
  return typeof message === 'string' ? message.replace(/\s+/g, ' ').trim().slice(0, SHOWN) : '';
}

/** Keys also go where a provider shows a part of one. */
function hide(text: string, secrets: readonly (string | null)[]): string {
  let shown = text;
  for (const secret of secrets) if (secret) shown = shown.replaceAll(secret, '[key]');
  return shown.replace(/\bsk-[\w*-]+/g, '[key]');
}
