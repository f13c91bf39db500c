import type { FactorProof, FactorWays } from '@basalt/contract';
import { matchTotp } from '@basalt/network/second-factor';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { proveOwnPassword } from './own-password.ts';
import { type PasskeyScope, takePasskey } from './passkey-ceremony.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { beginAttempt, forgiveAttempt } from './sign-in-throttle.ts';

const WRONG = 'This code is wrong, or was used already. Enter the next one that the app shows.';
const WRONG_PASSKEY = 'This passkey was not accepted. Try again, or show your second factor in another way.';

/** What the second factor of an account is shown with; null: it has none. */
export async function factorWays(db: Database, accountId: string): Promise<FactorWays | null> {
  const [factor, passkey] = [
    await db
      .selectFrom('account_second_factors')
      .select('account_id')
      .where('account_id', '=', accountId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst(),
    await db
      .selectFrom('account_passkeys')
      .select('id')
      .where('account_id', '=', accountId)
      .limit(1)
      .executeTakeFirst(),
  ];
  const ways = { app: factor !== undefined, passkey: passkey !== undefined };
  return ways.app || ways.passkey ? ways : null;
}

/**
 * Lets pass whose account has no second factor, and who shows it: a passkey, a code of the app, or a recovery code, which is used up.
 * @throws PlatformError `unauthorized` that names the field `code`; its details say `second_factor: 'required'` and the ways
 */
export async function assertSecondFactor(
  transaction: Transaction,
  scope: PasskeyScope,
  accountId: string,
  proof: FactorProof,
): Promise<void> {
  const ways = await factorWays(transaction, accountId);
  if (ways === null) return;
  const problem = await problemOf(transaction, scope, accountId, proof, ways);
  if (problem === null) return;
  throw new PlatformError('unauthorized', problem, {
    field: 'code',
    details: { second_factor: 'required', ...ways },
  });
}

/**
 * Asks somebody who is signed in for their password, and for the second factor where they have one: a session that was left open is not
 * enough to change how one signs in.
 * @throws PlatformError `forbidden` for a wrong password, `bad_request` for a wrong factor; `rate_limited`
 */
export async function proveOneself(
  scope: PasskeyScope,
  actor: Actor,
  { password, ...proof }: FactorProof & { password: string },
): Promise<void> {
  const wrong = new PlatformError('forbidden', 'This is not your password.', { field: 'password' });
  await proveOwnPassword(scope.db, actor, password, wrong);
  if ((await factorWays(scope.db, actor.accountId)) !== null) await proveOwnFactor(scope, actor, proof);
}

/** The same without the password. @throws PlatformError `conflict` when there is no second factor */
export async function proveOwnFactor(scope: PasskeyScope, actor: Actor, proof: FactorProof): Promise<void> {
  const attempt = await beginAttempt(scope.db, actor.email, actor.ip);
  await scope.db.transaction().execute(async (transaction) => {
    const ways = await factorWays(transaction, actor.accountId);
    if (ways === null) throw new PlatformError('conflict', 'Two-factor sign-in is off.');
    const problem = await problemOf(transaction, scope, actor.accountId, proof, ways);
    if (problem !== null)
      throw new PlatformError('bad_request', problem, {
        field: 'code',
        details: { second_factor: 'required', ...ways },
      });
  });
  await forgiveAttempt(scope.db, attempt, actor.email, actor.ip);
}

/** What is wrong with a proof, for whoever gave it; null: nothing. */
async function problemOf(
  transaction: Transaction,
  scope: PasskeyScope,
  accountId: string,
  { code = '', passkey }: FactorProof,
  ways: FactorWays,
): Promise<string | null> {
  if (passkey !== undefined)
    return (await takePasskey(transaction, scope, passkey, accountId)) === null ? WRONG_PASSKEY : null;
  if (code.trim() === '') return askFor(ways);
  return (await takeCode(transaction, scope.secrets, accountId, code)) ? null : WRONG;
}

function askFor({ app, passkey }: FactorWays): string {
  if (!app) return 'Use your passkey, or enter a recovery code.';
  const codes = 'the code that your authenticator app shows, or a recovery code';
  return passkey ? `Use your passkey, or enter ${codes}.` : `Enter ${codes}.`;
}

async function takeCode(
  transaction: Transaction,
  secrets: SecretBox,
  accountId: string,
  given: string,
): Promise<boolean> {
  const code = given.replaceAll(/[\s-]/g, '').toLowerCase();
  const step = await takeStep(transaction, secrets, accountId, code);
  return step ?? (await takeRecoveryCode(transaction, accountId, code));
}

/** Whether a code of the app counts; null: it is none. Of two who show the same one at once, the second waits here and finds it used. */
async function takeStep(
  transaction: Transaction,
  secrets: SecretBox,
  accountId: string,
  code: string,
): Promise<boolean | null> {
  const factor = await transaction
    .selectFrom('account_second_factors')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (factor === undefined) return null;
  const step = matchTotp(secrets.open(factor.sealed_secret), code, Date.now());
  if (step === null || step <= factor.last_step) return step === null ? null : false;
  await transaction
    .updateTable('account_second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .execute();
  return true;
}
