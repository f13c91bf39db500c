import { setTimeout as sleep } from 'node:timers/promises';
import { GitError } from '../git/git-error.ts';
import { askRepository, type ConnectionRow } from '../git-connections/store.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { GitFollower } from '../kernel/ports.ts';
import { takeTurns } from '../kernel/take-turns.ts';
import { isActive } from '../projects/transitions.ts';
import { bringToHead, type GitDependencies, noBranch } from './bring-to-head.ts';
import { type FollowerRow, keepFollowed, listFollowers } from './store.ts';

/** How often repositories are asked that tell nobody of a push. */
const EVERY_MS = 60_000;
/** How often it is looked whether a new branch can be filled, and for how long. */
const HURRY_EVERY_MS = 1_000;
const HURRY_MS = 3 * 60_000;
/** A server that does not answer is not waited for. */
const TURNS = { parallel: 4, turnMs: 90_000 };

export interface RunningGitFollower extends GitFollower {
  stop(): Promise<void>;
}

/**
 * Brings branches, and projects that follow their own, to the newest version of what they follow: at a push that was told, else once a
 * minute. A version that failed is not tried again by itself, but where the database was away. After a crash the next look finds what is due.
 */
export function startGitFollower(
  dependencies: GitDependencies,
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): RunningGitFollower {
  const { db, log } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Connections whose repository has changed, as somebody says. */
  const told = new Set<number>();
  let hurryUntil = 0;
  let wake = new AbortController();
  let askedAt = 0;

  /** True when there is a branch that waits to be filled. */
  async function look(): Promise<boolean> {
    const isDue = Date.now() - askedAt >= everyMs;
    if (isDue) askedAt = Date.now();
    const pushed = new Set(told);
    told.clear();
    const followers = await listFollowers(db);
    const waiting = followers.filter(({ last_commit, problem }) => last_commit === null && problem === null);
    const asked = followers.filter(
      ({ status, last_commit, is_busy, problem, connection }) =>
        isActive(status) &&
        !is_busy &&
        (isDue || pushed.has(connection.id) || (last_commit === null && problem === null)),
    );
    // A push to a branch at work is looked at again.
    for (const { is_busy, connection } of followers)
      if (is_busy && pushed.has(connection.id)) told.add(connection.id);
    const byConnection = Map.groupBy(asked, ({ connection }) => connection.id);
    await takeTurns(byConnection.values(), TURNS, (group) =>
      follow(group).catch((error: unknown) => {
        if (!signal.aborted) log('warn', { err: error }, 'a repository could not be followed');
      }),
    );
    return waiting.length > 0 || told.size > 0;
  }

  async function follow(followers: readonly FollowerRow[]): Promise<void> {
    const [first] = followers;
    if (first === undefined) return;
    const { connection } = first;
    const heads = await askHeads(connection, followers);
    if (heads === null) return;
    for (const follower of followers) {
      signal.throwIfAborted();
      await followOne(follower, connection, heads.get(follower.git_branch) ?? null);
    }
  }

  async function askHeads(connection: ConnectionRow, followers: readonly FollowerRow[]) {
    try {
      return (await askRepository(dependencies, connection, (it) => it.listBranches(signal))).branches;
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      for (const { project_id, git_branch } of followers)
        await keepFollowed(db, project_id, { git_branch, head: null, problem: error.message });
      return null;
    }
  }

  async function followOne(
    { project_id: projectId, git_branch: gitBranch, last_commit }: FollowerRow,
    connection: ConnectionRow,
    head: string | null,
  ): Promise<void> {
    if (head === null || head === last_commit) {
      const problem = head === null ? noBranch(connection, gitBranch) : null;
      return keepFollowed(db, projectId, { git_branch: gitBranch, head, problem });
    }
    try {
      const { id, commit } = await bringToHead(
        dependencies,
        connection,
        { projectId, gitBranch },
        null,
        signal,
      );
      log('info', { operation: id, commit, project: projectId }, 'a branch follows its repository');
    } catch (error) {
      // It is kept why, or another operation has begun: the next look tries again.
      if (!(error instanceof GitError || error instanceof PlatformError)) throw error;
      log('debug', { err: error, project: projectId }, 'a branch could not follow its repository');
    }
  }

  const running = (async () => {
    while (!signal.aborted) {
      let isWaiting = false;
      try {
        isWaiting = await look();
      } catch (error) {
        if (!signal.aborted) log('error', { err: error }, 'looking at repositories failed');
      }
      const pause = isWaiting && Date.now() < hurryUntil ? HURRY_EVERY_MS : everyMs;
      await sleep(pause, undefined, { signal: AbortSignal.any([signal, wake.signal]) }).catch(() => {});
    }
  })();

  function hurry(): void {
    hurryUntil = Date.now() + HURRY_MS;
    wake.abort();
    wake = new AbortController();
  }

  return {
    changed: hurry,
    pushed: (connectionId) => {
      told.add(connectionId);
      hurry();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
