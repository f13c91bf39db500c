import type { SecondFactorSecret, SecondFactorState } from '@basalt/contract';
import { matchTotp, newTotpSecret } from '@basalt/network/second-factor';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { hashToken, randomLetters } from '../kernel/tokens.ts';
import { proveOwnPassword } from './own-password.ts';
import { endOtherSessions } from './sessions.ts';
import { beginAttempt, forgiveAttempt } from './sign-in-throttle.ts';

const ISSUER = 'Basalt';
const RECOVERY_CODES = 10;
const HALF_OF_CODE = 6;

type Scope = Pick<Dependencies, 'db' | 'secrets'>;

/** Whether an account signs in with a code of an app, since when, and how many recovery codes are left. */
export async function readSecondFactor(db: Database, accountId: string): Promise<SecondFactorState> {
  const factor = await db
    .selectFrom('account_second_factors')
    .select([
      'confirmed_at',
      (eb) =>
        eb
          .selectFrom('account_recovery_codes')
          .whereRef('account_recovery_codes.account_id', '=', 'account_second_factors.account_id')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('codes'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return {
    enabled_at: factor?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: factor?.confirmed_at == null ? 0 : (factor.codes ?? 0),
  };
}

/**
 * Begins to set up an authenticator app, in place of what was begun before. Nothing changes about signing in until
 * {@link confirmSecondFactor}.
 * @throws PlatformError `forbidden` for a wrong password, `conflict` when there is an app already, `rate_limited`
 */
export async function enrollSecondFactor(
  { db, secrets }: Scope,
  actor: Actor,
  password: string,
): Promise<SecondFactorSecret> {
  await assertPassword(db, actor, password);
  const enrolment = newTotpSecret(ISSUER, actor.email);
  const fresh = { sealed_secret: secrets.seal(enrolment.secret), created_at: new Date(), last_step: 0 };
  const begun = await db
    .insertInto('account_second_factors')
    .values({ account_id: actor.accountId, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet(fresh)
        .where('account_second_factors.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst();
  if (begun === undefined)
    throw new PlatformError('conflict', 'Two-factor sign-in is on already. Switch it off first.');
  return enrolment;
}

/**
 * Switches two-factor sign-in on with the first code of the app, and signs out everybody else. Answers the recovery codes, which are
 * known only this once.
 * @param session the token of the session that stays
 * @throws PlatformError `bad_request` for a wrong code, `conflict` when nothing was begun; `rate_limited`
 */
export async function confirmSecondFactor(
  { db, secrets }: Scope,
  actor: Actor,
  code: string,
  session: string | null,
): Promise<string[]> {
  const attempt = await beginAttempt(db, actor.email, actor.ip);
  const codes = await db.transaction().execute(async (transaction) => {
    const factor = await lockFactor(transaction, actor.accountId);
    if (factor === undefined || factor.confirmed_at !== null)
      throw new PlatformError('conflict', 'Begin again: no app is being set up.');
    const step = matchTotp(secrets.open(factor.sealed_secret), code.trim(), Date.now());
    if (step === null)
      throw new PlatformError(
        'bad_request',
        'This code is not right. Check that the clock of the device is, and enter the next one.',
        { field: 'code' },
      );
    await transaction
      .updateTable('account_second_factors')
      .set({ confirmed_at: new Date(), last_step: step })
      .where('account_id', '=', actor.accountId)
      .execute();
    await endOtherSessions(transaction, actor.accountId, session);
    return replaceRecoveryCodes(transaction, actor.accountId);
  });
  await forgiveAttempt(db, attempt, actor.email, actor.ip);
  return codes;
}

/** Makes new recovery codes, in place of those that are left. @throws PlatformError `bad_request`, `conflict`, `rate_limited` */
export async function renewRecoveryCodes(
  { db, secrets }: Scope,
  actor: Actor,
  code: string,
): Promise<string[]> {
  const attempt = await beginAttempt(db, actor.email, actor.ip);
  const codes = await db.transaction().execute(async (transaction) => {
    await assertOn(transaction, secrets, actor.accountId, code);
    return replaceRecoveryCodes(transaction, actor.accountId);
  });
  await forgiveAttempt(db, attempt, actor.email, actor.ip);
  return codes;
}

/** Switches two-factor sign-in off. @throws PlatformError `forbidden` for a wrong password; `bad_request`, `conflict`, `rate_limited` */
export async function removeSecondFactor(
  { db, secrets }: Scope,
  actor: Actor,
  { password, code }: { password: string; code: string },
): Promise<void> {
  await assertPassword(db, actor, password);
  const attempt = await beginAttempt(db, actor.email, actor.ip);
  await db.transaction().execute(async (transaction) => {
    await assertOn(transaction, secrets, actor.accountId, code);
    await dropSecondFactor(transaction, actor.accountId);
    await recordChange(transaction, {});
  });
  await forgiveAttempt(db, attempt, actor.email, actor.ip);
}

export async function dropSecondFactor(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.deleteFrom('account_second_factors').where('account_id', '=', accountId).execute();
}

/**
 * Lets pass whose account has no second factor, and who shows a code of the app or a recovery code, which is used up.
 * @throws PlatformError `unauthorized` that names the field `code`; its details say `second_factor: 'required'`
 */
export async function assertSecondFactor(
  transaction: Transaction,
  secrets: SecretBox,
  accountId: string,
  code: string | undefined,
): Promise<void> {
  const factor = await lockFactor(transaction, accountId);
  if (factor === undefined || factor.confirmed_at === null) return;
  if (code === undefined || code.trim() === '')
    throw codeError('Enter the code that your authenticator app shows, or a recovery code.');
  if (!(await takeCode(transaction, secrets, factor, code)))
    throw codeError('This code is wrong, or was used already. Enter the next one that the app shows.');
}

function codeError(message: string): PlatformError {
  return new PlatformError('unauthorized', message, {
    field: 'code',
    details: { second_factor: 'required' },
  });
}

/** The same for somebody who is signed in and changes it. */
async function assertOn(
  transaction: Transaction,
  secrets: SecretBox,
  accountId: string,
  code: string,
): Promise<void> {
  const factor = await lockFactor(transaction, accountId);
  if (factor === undefined || factor.confirmed_at === null)
    throw new PlatformError('conflict', 'Two-factor sign-in is off.');
  if (!(await takeCode(transaction, secrets, factor, code)))
    throw new PlatformError('bad_request', 'This code is wrong, or was used already.', { field: 'code' });
}

type Factor = NonNullable<Awaited<ReturnType<typeof lockFactor>>>;

/** Of two who show the same code at once, the second waits here and finds it used. */
function lockFactor(transaction: Transaction, accountId: string) {
  return transaction
    .selectFrom('account_second_factors')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

async function takeCode(
  transaction: Transaction,
  secrets: SecretBox,
  { account_id, sealed_secret, last_step }: Factor,
  given: string,
): Promise<boolean> {
  const code = given.replaceAll(/[\s-]/g, '').toLowerCase();
  const step = matchTotp(secrets.open(sealed_secret), code, Date.now());
  if (step !== null) {
    if (step <= last_step) return false;
    await transaction
      .updateTable('account_second_factors')
      .set({ last_step: step })
      .where('account_id', '=', account_id)
      .execute();
    return true;
  }
  const used = await transaction
    .deleteFrom('account_recovery_codes')
    .where('account_id', '=', account_id)
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}

async function replaceRecoveryCodes(transaction: Transaction, accountId: string): Promise<string[]> {
  await transaction.deleteFrom('account_recovery_codes').where('account_id', '=', accountId).execute();
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomLetters(2 * HALF_OF_CODE));
  await transaction
    .insertInto('account_recovery_codes')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashToken(code) })))
    .execute();
  await recordChange(transaction, {});
  return codes.map((code) => `${code.slice(0, HALF_OF_CODE)}-${code.slice(HALF_OF_CODE)}`);
}

async function assertPassword(db: Database, actor: Actor, password: string): Promise<void> {
  const wrong = new PlatformError('forbidden', 'This is not your password.', { field: 'password' });
  await proveOwnPassword(db, actor, password, wrong);
}
