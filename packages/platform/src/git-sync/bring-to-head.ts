import { GitError } from '../git/git-error.ts';
import type { VersionFiles } from '../git/read-files.ts';
import { askRepository, type ConnectionRow, repositoryName } from '../git-connections/store.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { beginOperation } from '../operations/begin-operation.ts';
import { FOLDER } from './plan.ts';
import { insertSync, keepFollowed } from './store.ts';

const MB = 1024 * 1024;
const LIMITS = { largestFile: 4 * MB, mostFiles: 2_000, mostBytes: 16 * MB };

/** What following a repository takes. */
export type GitDependencies = Pick<
  Dependencies,
  'db' | 'operations' | 'outgoing' | 'secrets' | 'settings' | 'log'
>;

/** A branch that follows one of a repository, or a project that follows its own. */
export interface Follower {
  projectId: number;
  gitBranch: string;
}

/**
 * Reads the newest version of what a branch follows and begins to bring the branch there. The files are kept before it begins, so
 * that nothing which happens to the repository meanwhile matters.
 * @throws GitError, PlatformError `not_found` when the repository has no such branch, `conflict` when another operation runs
 */
export async function bringToHead(
  dependencies: GitDependencies,
  connection: ConnectionRow,
  { projectId, gitBranch }: Follower,
  startedBy: string | null,
  signal: AbortSignal,
): Promise<{ id: string; commit: string }> {
  const { db } = dependencies;
  const folder = [connection.folder, FOLDER].filter((part) => part !== '').join('/');
  const version = await read(dependencies, connection, { projectId, gitBranch }, folder, signal);
  if (version === null) {
    const problem = noBranch(connection, gitBranch);
    await keepFollowed(db, projectId, { git_branch: gitBranch, head: null, problem });
    throw new PlatformError('not_found', problem);
  }
  const repository = repositoryName(connection);
  const commit = version.commit.hash;
  const id = await beginOperation(dependencies, projectId, 'sync_git', startedBy, {
    input: { commit, git_branch: gitBranch },
    prepare: async (transaction, operationId) => {
      await insertSync(transaction, operationId, { projectId, repository, gitBranch, version });
      await keepFollowed(transaction, projectId, { git_branch: gitBranch, head: commit, problem: null });
    },
  });
  return { id, commit };
}

async function read(
  dependencies: GitDependencies,
  connection: ConnectionRow,
  { projectId, gitBranch }: Follower,
  folder: string,
  signal: AbortSignal,
): Promise<VersionFiles | null> {
  try {
    return await askRepository(dependencies, connection, (repository) =>
      repository.readBranch(gitBranch, folder, LIMITS, signal),
    );
  } catch (error) {
    if (error instanceof GitError)
      await keepFollowed(dependencies.db, projectId, {
        git_branch: gitBranch,
        head: null,
        problem: error.message,
      });
    throw error;
  }
}

export function noBranch(connection: ConnectionRow, gitBranch: string): string {
  return `${repositoryName(connection)} has no branch called ${gitBranch} any more. What follows it stays as it is; let it follow another one.`;
}
