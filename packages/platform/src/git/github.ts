import type { Outgoing } from '@basalt/network';
import * as z from 'zod';
import { GitError } from './git-error.ts';
import { notThere, unauthorized, unreachable } from './http-transport.ts';
import { GREETING_TIMEOUT_MS } from './transport.ts';

const branch = z.object({ commit: z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) }) });
const complaint = z.object({ message: z.string() });

const MAX_BYTES = 256 * 1024;

/**
 * The commit of a branch by GitHub's API, which need not name all others; null: there is no such branch.
 * @param repository `owner/repo`
 * @throws GitError
 */
export async function askGithub(
  outgoing: Outgoing,
  { api, repository, token }: { api: string; repository: string; token: string },
  name: string,
  signal: AbortSignal,
): Promise<string | null> {
  const path = name.split('/').map(encodeURIComponent).join('/');
  const answer = await outgoing
    .fetch(
      `${api}/repos/${repository}/branches/${path}`,
      {
        headers: {
          accept: 'application/vnd.github+json',
          authorization: `Bearer ${token}`,
          'x-github-api-version': '2022-11-28',
        },
        signal,
      },
      { timeoutMs: GREETING_TIMEOUT_MS, maxBytes: MAX_BYTES },
    )
    .catch((error: unknown) => {
      signal.throwIfAborted();
      throw unreachable(error);
    });
  const body: unknown = await answer.json().catch(() => null);
  if (answer.status === 401) throw unauthorized(true);
  if (answer.status === 403 || answer.status === 429)
    throw new GitError(
      'unauthorized',
      'GitHub does not let this token read the repository now: it lacks the right, or has asked too often.',
    );
  if (answer.status === 404) {
    if (/branch/i.test(complaint.safeParse(body).data?.message ?? '')) return null;
    throw notThere();
  }
  const found = branch.safeParse(body).data;
  if (answer.status !== 200 || found === undefined) throw unreachable(`${answer.status}`);
  return found.commit.sha;
}
