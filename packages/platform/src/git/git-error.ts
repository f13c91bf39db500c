import type { GIT_STATES } from '@basalt/contract';

/** Why nothing can be read of a repository: what people see as the state of a connection. */
export type GitProblem = Exclude<(typeof GIT_STATES)[number], 'ok'>;

/** A repository cannot be read. The message is a sentence for people and says what to do. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly problem: GitProblem;

  constructor(problem: GitProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}
