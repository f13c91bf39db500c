import { type Outgoing, OutgoingError } from '@basalt/network';
import { GitError } from './git-error.ts';
import {
  type GitTransport,
  GREETING_TIMEOUT_MS,
  MOST_ADVERTISED,
  MOST_PACKED,
  TIMEOUT_MS,
} from './transport.ts';

const SERVICE = 'git-upload-pack';

/**
 * A repository behind HTTP or HTTPS.
 * @param url without a slash at the end
 * @param login null: it may be read by anybody
 */
export function httpTransport(
  outgoing: Outgoing,
  url: string,
  login: { username: string; token: string } | null,
): GitTransport {
  const authorization =
    login === null
      ? {}
      : { authorization: `Basic ${Buffer.from(`${login.username}:${login.token}`).toString('base64')}` };

  async function send(
    path: string,
    request: { method?: string; headers?: Record<string, string>; body?: Buffer },
    type: string,
    limits: { maxBytes: number; timeoutMs: number },
    signal: AbortSignal,
  ): Promise<Buffer> {
    const answer = await outgoing
      .fetch(
        `${url}${path}`,
        { ...request, headers: { ...request.headers, ...authorization, 'user-agent': 'git/basalt' }, signal },
        limits,
      )
      .catch((error: unknown) => {
        signal.throwIfAborted();
        throw unreachable(error);
      });
    const { status } = answer;
    if (status === 401 || status === 403) throw unauthorized(login !== null);
    if (status === 404 || status === 410 || (status >= 300 && status < 400)) throw notThere();
    if (status !== 200 || answer.headers.get('content-type')?.split(';')[0] !== type)
      throw unreachable(`${status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  return {
    advertise: (signal) =>
      send(
        `/info/refs?service=${SERVICE}`,
        {},
        `application/x-${SERVICE}-advertisement`,
        { maxBytes: MOST_ADVERTISED, timeoutMs: GREETING_TIMEOUT_MS },
        signal,
      ),
    ask: (body, signal) =>
      send(
        `/${SERVICE}`,
        { method: 'POST', headers: { 'content-type': `application/x-${SERVICE}-request` }, body },
        `application/x-${SERVICE}-result`,
        { maxBytes: MOST_PACKED, timeoutMs: TIMEOUT_MS },
        signal,
      ),
  };
}

export function unauthorized(hasLogin: boolean): GitError {
  return new GitError(
    'unauthorized',
    hasLogin
      ? 'The git server does not accept the token. It may have expired or lack the right to read the repository: enter another one.'
      : 'The git server wants a token for this repository. Enter one that may read it.',
  );
}

export function notThere(): GitError {
  return new GitError(
    'not_found',
    'There is no such repository, or the token may not see it. Check the address and the token.',
  );
}

export function unreachable(cause: unknown): GitError {
  const sentence =
    cause instanceof OutgoingError
      ? cause.message
      : 'The git server did not give an answer that can be used.';
  return new GitError(
    'unreachable',
    `${sentence} Only servers on the public internet, and those that the operator allows, are asked; an answer may have 64 MB.`,
    cause,
  );
}
