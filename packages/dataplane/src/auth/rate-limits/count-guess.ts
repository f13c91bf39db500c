import { addressBlocks } from '@basalt/network';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { AuthErrorCode } from '../errors/error-codes.ts';

const WINDOW_SECONDS = 900;

/** Wrong guesses that each may make within the window; what was used up comes back little by little. */
const GUESSES = {
  /** At one account, from wherever they come. */
  account: 30,
  /** From one IPv4 /24 or IPv6 /64, at whatever accounts. */
  connection: 100,
  /** From one IPv6 /48. */
  site: 300,
  /** At an account from an address that its owner came from lately, when the others used up everything else. */
  familiar: 10,
} as const;

export interface Guess {
  what: 'password' | 'code';
  /** What somebody says they are, whether there is such an account or not; null where the account has a limit elsewhere. */
  account: string | null;
}

interface Budget {
  key: string;
  limit: number;
}

/**
 * Does work that tells whether a guess is right. A guess counts before it is judged, so that many at once are not all the
 * first, and is taken back when it was right. An owner whom others guess at is let in from where they came before.
 * @param isRight whether the work ended well; what it throws is judged by `isWrong`
 * @throws {AuthError} over_request_rate_limit and what the work throws
 */
export async function countGuess<T>(
  context: AuthContext,
  guess: Guess,
  work: () => Promise<T>,
  { isRight = () => true, isWrong = () => true }: Judgement<T> = {},
): Promise<T> {
  const { limits, familiar } = context.services;
  const budgets = takeBudgets(context, guess);
  const giveBack = () => {
    for (const { key } of budgets) limits.giveBack(key, WINDOW_SECONDS);
  };
  try {
    const result = await work();
    if (isRight(result)) {
      giveBack();
      if (guess.account !== null) familiar.note(accountOf(context, guess.account), context.ip);
    }
    return result;
  } catch (error) {
    if (!isWrong(error)) giveBack();
    throw error;
  }
}

interface Judgement<T> {
  isRight?: (result: T) => boolean;
  isWrong?: (error: unknown) => boolean;
}

/** Throws `over_request_rate_limit` when a guess would not be judged anyway, before it costs anything. */
export function lookGuess(context: AuthContext, guess: Guess): void {
  openBudgets(context, guess);
}

function takeBudgets(context: AuthContext, guess: Guess): Budget[] {
  const budgets = openBudgets(context, guess);
  for (const { key, limit } of budgets) context.services.limits.take(key, limit, WINDOW_SECONDS);
  return budgets;
}

/** The budgets that a guess has to be counted in, none of them used up. */
function openBudgets(context: AuthContext, guess: Guess): Budget[] {
  const { limits, familiar } = context.services;
  const usual = budgetsOf(context, guess);
  const wait = longestWait(context, usual);
  if (wait === null) return usual;
  if (guess.account !== null && familiar.knows(accountOf(context, guess.account), context.ip)) {
    const key = `${context.project.ref} ${guess.what} familiar ${context.ip} ${guess.account}`;
    const own = { key, limit: GUESSES.familiar };
    if (limits.look(key, own.limit, WINDOW_SECONDS) === null) return [own];
  }
  throw new AuthError('over_request_rate_limit', undefined, { retryAfter: wait });
}

function budgetsOf({ project, ip }: AuthContext, { what, account }: Guess): Budget[] {
  const blocks = addressBlocks(ip).map(({ name, size }) => ({
    key: `${project.ref} ${what} block ${name}`,
    limit: GUESSES[size],
  }));
  if (account === null) return blocks;
  return [{ key: `${project.ref} ${what} account ${account}`, limit: GUESSES.account }, ...blocks];
}

function longestWait({ services }: AuthContext, budgets: readonly Budget[]): number | null {
  const waits = budgets.map(({ key, limit }) => services.limits.look(key, limit, WINDOW_SECONDS) ?? 0);
  return Math.max(...waits) || null;
}

function accountOf({ project }: AuthContext, account: string): string {
  return `${project.ref} ${account}`;
}

const WRONG: ReadonlySet<AuthErrorCode> = new Set([
  'otp_expired',
  'mfa_verification_failed',
  'webauthn_verification_failed',
]);

/**
 * Does work that judges a code. Beside the limits of each account, wrong codes are counted by where they come from: one
 * who tries a code at many accounts is stopped as well. Throws `over_request_rate_limit` and what the work throws.
 */
export function guessCode<T>(context: AuthContext, work: () => Promise<T>): Promise<T> {
  return countGuess(context, { what: 'code', account: null }, work, {
    isWrong: (error) => error instanceof AuthError && WRONG.has(error.code),
  });
}
