import type { TokenProblem } from '../tokens/token-verifier.ts';

/** Why nobody can be found behind a request. */
export type CallerProblem =
  | { kind: 'no-key' }
  | { kind: 'unknown-key' }
  | { kind: 'legacy-keys-disabled' }
  | { kind: 'secret-key-in-browser' }
  /** Neither a token nor a key, where somebody must be signed in. */
  | { kind: 'no-credentials' }
  /** The project has no key that a token could be checked with. */
  | { kind: 'no-verification-keys' }
  | { kind: 'token-refused'; problem: TokenProblem }
  /** No token, and the project has no role for those without one. */
  | { kind: 'anonymous-disabled' }
  | { kind: 'unknown-role'; role: string };

/**
 * Thrown when a request does not show who asks. It belongs to no wire format: the gateway and each service turn `problem`
 * into an answer of their own.
 */
export class CallerError extends Error {
  override readonly name = 'CallerError';
  readonly problem: CallerProblem;

  constructor(problem: CallerProblem) {
    super(`The caller is not known: ${problem.kind}`);
    this.problem = problem;
  }
}
