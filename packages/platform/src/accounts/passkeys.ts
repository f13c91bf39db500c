import type { AccountPasskey, FactorProof, NewPasskey, PasskeyUse } from '@basalt/contract';
import { authenticatorName, creationOptions } from '@basalt/network/webauthn';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { AccountRow } from '../kernel/schema.ts';
import {
  beginCeremony,
  checkNewPasskey,
  type PasskeyScope,
  requireParty,
  takePasskey,
} from './passkey-ceremony.ts';
import { factorWays, proveOneself } from './prove-factor.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { tidyRecoveryCodes } from './second-factor.ts';
import { endOtherSessions } from './sessions.ts';
import { beginAttempt, forgiveAttempt } from './sign-in-throttle.ts';

type Oneself = FactorProof & { password: string };

const PASSKEYS_AT_MOST = 20;

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(db: Database, accountId: string): Promise<AccountPasskey[]> {
  const rows = await db
    .selectFrom('account_passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(presentPasskey);
}

function presentPasskey(row: {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}): AccountPasskey {
  return {
    id: row.id,
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

/**
 * Begins to make a passkey. Authenticators that have one of the account make no second.
 * @throws PlatformError `forbidden` for a wrong password, `bad_request` for a wrong factor, `conflict` when there are too many, `not_found`,
 *   `rate_limited`
 */
export async function beginPasskey(
  scope: PasskeyScope,
  actor: Actor,
  oneself: Oneself,
): Promise<{ flow: string; options: Record<string, unknown> }> {
  const { db, secrets, settings } = scope;
  const party = requireParty(settings);
  await proveOneself(scope, actor, oneself);
  const known = await db
    .selectFrom('account_passkeys')
    .select(['credential_id as id', 'transports'])
    .where('account_id', '=', actor.accountId)
    .execute();
  if (known.length >= PASSKEYS_AT_MOST) throw tooMany();
  const { flow, challenge } = beginCeremony(secrets, 'new passkey', actor.accountId);
  const owner = { id: actor.accountId, name: actor.email, displayName: actor.email };
  return {
    flow,
    options: {
      ...creationOptions(party, owner, challenge, known),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    },
  };
}

function tooMany(): PlatformError {
  return new PlatformError(
    'conflict',
    `An account has at most ${PASSKEYS_AT_MOST} passkeys. Delete one that you do not use.`,
  );
}

/**
 * Takes a new passkey. The first factor of an account signs out everybody else and comes with recovery codes, which are known only this
 * once.
 * @param session the token of the session that stays
 * @throws PlatformError `bad_request` for a passkey that is not sound or of another ceremony, `conflict`, `not_found`
 */
export async function addPasskey(
  scope: PasskeyScope,
  actor: Actor,
  given: NewPasskey,
  session: string | null,
): Promise<{ passkey: AccountPasskey; recovery_codes: string[] | null }> {
  const credential = await checkNewPasskey(scope, given, actor.accountId);
  return scope.db.transaction().execute(async (transaction) => {
    // Two at once must not get past the limit together, nor both be the first.
    await transaction
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', actor.accountId)
      .forUpdate()
      .executeTakeFirst();
    const isFirst = (await factorWays(transaction, actor.accountId)) === null;
    const known = await listPasskeys(transaction, actor.accountId);
    if (known.length >= PASSKEYS_AT_MOST) throw tooMany();
    const row = await transaction
      .insertInto('account_passkeys')
      .values({
        account_id: actor.accountId,
        credential_id: credential.id,
        public_key: credential.publicKey,
        sign_count: credential.signCount,
        transports: credential.transports,
        backup_eligible: credential.backupEligible,
        backed_up: credential.backedUp,
        aaguid: credential.aaguid,
        attestation: credential.attestation,
        name: given.name ?? authenticatorName(credential.aaguid),
        last_challenge: Date.now(),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(['id', 'name', 'created_at', 'last_used_at'])
      .executeTakeFirst();
    if (row === undefined) throw new PlatformError('conflict', 'This passkey was added already.');
    if (isFirst) await endOtherSessions(transaction, actor.accountId, session);
    await recordChange(transaction, { after: { id: row.id, name: row.name } });
    const codes = isFirst ? await replaceRecoveryCodes(transaction, actor.accountId) : null;
    return { passkey: presentPasskey(row), recovery_codes: codes };
  });
}

/** @throws PlatformError `not_found` */
export async function renamePasskey(
  db: Database,
  accountId: string,
  { id, name }: { id: string; name: string },
): Promise<AccountPasskey> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('account_passkeys')
      .set({ name })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning(['id', 'name', 'created_at', 'last_used_at'])
      .executeTakeFirst();
    if (row === undefined) throw noSuchPasskey();
    await recordChange(transaction, { after: { name } });
    return presentPasskey(row);
  });
}

/**
 * Deletes a passkey. Without the last one, and without an app, signing in takes the password alone.
 * @throws PlatformError `not_found`, `forbidden` for a wrong password, `bad_request` for a wrong factor, `rate_limited`
 */
export async function deletePasskey(
  scope: PasskeyScope,
  actor: Actor,
  { id, ...oneself }: Oneself & { id: string },
): Promise<void> {
  const { accountId } = actor;
  if (!(await listPasskeys(scope.db, accountId)).some((passkey) => passkey.id === id)) throw noSuchPasskey();
  await proveOneself(scope, actor, oneself);
  await scope.db.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('account_passkeys')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (deleted === undefined) throw noSuchPasskey();
    await tidyRecoveryCodes(transaction, accountId);
    await recordChange(transaction, { before: { name: deleted.name } });
  });
}

function noSuchPasskey(): PlatformError {
  return new PlatformError('not_found', 'There is no passkey with this id.');
}

/**
 * Finds the account of a passkey. It needs no other factor: the authenticator has made sure who holds it.
 * @throws PlatformError `unauthorized` in the same words for whatever is wrong, `bad_request`, `not_found`, `rate_limited`
 */
export async function signInWithPasskey(
  scope: PasskeyScope,
  use: PasskeyUse,
  ip: string,
): Promise<AccountRow> {
  const subject = `passkey from ${ip}`;
  const attempt = await beginAttempt(scope.db, subject, ip);
  const account = await scope.db.transaction().execute(async (transaction) => {
    const accountId = await takePasskey(transaction, scope, use, null);
    if (accountId === null)
      throw new PlatformError(
        'unauthorized',
        'This passkey was not accepted. Try again, or sign in with your password.',
      );
    return transaction
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
  });
  await forgiveAttempt(scope.db, attempt, subject, ip);
  return account;
}
