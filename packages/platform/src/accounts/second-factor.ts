import type { FactorProof, SecondFactorSecret, SecondFactorState } from '@basalt/contract';
import { matchTotp, newTotpSecret } from '@basalt/network/second-factor';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { PasskeyScope } from './passkey-ceremony.ts';
import { factorWays, proveOneself, proveOwnFactor } from './prove-factor.ts';
import { countRecoveryCodes, dropRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { endOtherSessions } from './sessions.ts';
import { beginAttempt, forgiveAttempt } from './sign-in-throttle.ts';

const ISSUER = 'Basalt';

type Oneself = FactorProof & { password: string };

/** Whether signing in takes a second factor, since when there is an app for it, and how many recovery codes are left. */
export async function readSecondFactor(db: Database, accountId: string): Promise<SecondFactorState> {
  const ways = await factorWays(db, accountId);
  const app = await db
    .selectFrom('account_second_factors')
    .select('confirmed_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return {
    ways,
    enabled_at: app?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: ways === null ? 0 : await countRecoveryCodes(db, accountId),
  };
}

/**
 * Begins to set up an authenticator app, in place of what was begun before. Nothing changes about signing in until
 * {@link confirmSecondFactor}.
 * @throws PlatformError `forbidden` for a wrong password, `bad_request` for a wrong passkey, `conflict` when there is an app already,
 *   `rate_limited`
 */
export async function enrollSecondFactor(
  scope: PasskeyScope,
  actor: Actor,
  oneself: Oneself,
): Promise<SecondFactorSecret> {
  const { db, secrets } = scope;
  const { enabled_at } = await readSecondFactor(db, actor.accountId);
  if (enabled_at !== null) throw alreadyOn();
  await proveOneself(scope, actor, oneself);
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
  if (begun === undefined) throw alreadyOn();
  return enrolment;
}

function alreadyOn(): PlatformError {
  return new PlatformError('conflict', 'There is an authenticator app already. Remove it first.');
}

/**
 * Takes the first code of the app, from which on it counts, and signs out everybody else. Answers the recovery codes, which are
 * known only this once.
 * @param session the token of the session that stays
 * @throws PlatformError `bad_request` for a wrong code, `conflict` when nothing was begun; `rate_limited`
 */
export async function confirmSecondFactor(
  { db, secrets }: PasskeyScope,
  actor: Actor,
  code: string,
  session: string | null,
): Promise<string[]> {
  const attempt = await beginAttempt(db, actor.email, actor.ip);
  const codes = await db.transaction().execute(async (transaction) => {
    const factor = await transaction
      .selectFrom('account_second_factors')
      .selectAll()
      .where('account_id', '=', actor.accountId)
      .forUpdate()
      .executeTakeFirst();
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
    await recordChange(transaction, {});
    return replaceRecoveryCodes(transaction, actor.accountId);
  });
  await forgiveAttempt(db, attempt, actor.email, actor.ip);
  return codes;
}

/** Makes new recovery codes, in place of those that are left. @throws PlatformError `bad_request`, `conflict`, `rate_limited` */
export async function renewRecoveryCodes(
  scope: PasskeyScope,
  actor: Actor,
  proof: FactorProof,
): Promise<string[]> {
  await proveOwnFactor(scope, actor, proof);
  return scope.db.transaction().execute(async (transaction) => {
    await recordChange(transaction, {});
    return replaceRecoveryCodes(transaction, actor.accountId);
  });
}

/** Removes the authenticator app. @throws PlatformError `forbidden` for a wrong password; `bad_request`, `conflict`, `rate_limited` */
export async function removeSecondFactor(scope: PasskeyScope, actor: Actor, oneself: Oneself): Promise<void> {
  const { enabled_at } = await readSecondFactor(scope.db, actor.accountId);
  if (enabled_at === null) throw new PlatformError('conflict', 'There is no authenticator app.');
  await proveOneself(scope, actor, oneself);
  await scope.db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('account_second_factors')
      .where('account_id', '=', actor.accountId)
      .execute();
    await tidyRecoveryCodes(transaction, actor.accountId);
    await recordChange(transaction, {});
  });
}

/** Where nothing is left that recovery codes could stand in for, they go too. */
export async function tidyRecoveryCodes(transaction: Transaction, accountId: string): Promise<void> {
  if ((await factorWays(transaction, accountId)) === null) await dropRecoveryCodes(transaction, accountId);
}

/** Takes the app, the passkeys and the recovery codes away: signing in takes the password alone. */
export async function dropSecondFactor(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.deleteFrom('account_second_factors').where('account_id', '=', accountId).execute();
  await transaction.deleteFrom('account_passkeys').where('account_id', '=', accountId).execute();
  await dropRecoveryCodes(transaction, accountId);
}
