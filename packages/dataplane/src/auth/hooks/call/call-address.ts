import { setTimeout as pause } from 'node:timers/promises';
import { OutgoingError, pathBelow, signatureHeaders } from '@basalt/network';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { MAX_ANSWER_BYTES, tooLarge } from './read-answer.ts';

/** For all tries together. */
const LONGEST_MS = 5_000;
const TRIES = 3;
const PAUSE_MS = 2_000;
const COMES_AGAIN = new Set([429, 503]);
const TYPE = 'application/json';

/**
 * Asks a server with a signed request; one below the project's own address is asked through the gateway. A server that is busy and
 * says until when is asked again while there is time. Throws `hook_timeout`, `hook_timeout_after_retry`,
 * `hook_payload_over_size_limit`, `hook_payload_invalid_content_type`, `unexpected_failure`.
 */
export async function callAddress(
  context: AuthContext,
  address: string,
  { id, secrets, body }: { id: string; secrets: string; body: string },
): Promise<unknown> {
  const ends = performance.now() + LONGEST_MS;
  const headers = {
    ...signatureHeaders(secrets, { id, now: context.now, body }),
    'content-type': TYPE,
    accept: TYPE,
  };
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(context, address, { headers, body, timeoutMs: ends - performance.now() });
    const waitMs = Number(answer.headers.get('retry-after') ?? Number.NaN) * 1_000;
    if (!COMES_AGAIN.has(answer.status) || !(waitMs >= 0)) return readContent(answer);
    if (tries === TRIES || performance.now() + waitMs >= ends)
      throw new AuthError('hook_timeout_after_retry');
    await pause(waitMs);
  }
}

interface HookRequest {
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
}

async function ask(
  { services, project }: AuthContext,
  address: string,
  { headers, body, timeoutMs }: HookRequest,
): Promise<Response> {
  const { outgoing, callOwnProject } = services;
  const ownPath = callOwnProject && pathBelow(project.publicUrl, address);
  const signal = AbortSignal.timeout(Math.max(1, Math.round(timeoutMs)));
  try {
    if (ownPath) return await callOwnProject(project.ref, ownPath, { headers, body, signal });
    return await outgoing.fetch(
      address,
      { method: 'POST', headers, body },
      {
        timeoutMs: Math.max(1, Math.round(timeoutMs)),
        maxBytes: MAX_ANSWER_BYTES + 1,
        whenLonger: 'cut',
        tries: { atMost: TRIES, pauseMs: PAUSE_MS },
      },
    );
  } catch (cause) {
    if (cause instanceof OutgoingError || signal.aborted || ownPath)
      throw new AuthError('hook_timeout', undefined, { cause });
    throw cause;
  }
}

const SENTENCES: Readonly<Record<number, string>> = {
  400: 'Invalid payload sent to hook',
  401: 'Hook requires authorization token',
};

async function readContent(answer: Response): Promise<unknown> {
  if (answer.status === 204) return {};
  if (answer.status !== 200 && answer.status !== 202) {
    await answer.body?.cancel();
    const sentence =
      SENTENCES[answer.status] ?? `Unexpected status code returned from hook: ${answer.status}`;
    throw new AuthError('unexpected_failure', sentence);
  }
  const text = await readText(answer);
  if (text === '') return {};
  if ((answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() !== TYPE)
    throw new AuthError('hook_payload_invalid_content_type');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AuthError('unexpected_failure', 'The hook did not answer with JSON.', { cause });
  }
}

async function readText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of answer.body ?? []) {
      parts.push(part);
      size += part.length;
      if (size > MAX_ANSWER_BYTES) throw tooLarge();
    }
  } catch (cause) {
    if (cause instanceof AuthError) throw cause;
    throw new AuthError('hook_timeout', undefined, { cause });
  }
  return Buffer.concat(parts).toString();
}
