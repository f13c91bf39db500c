import type { Profile } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { publicRoutes, type RequestContext, routes } from '../kernel/router-base.ts';
import type { AccountRow } from '../kernel/schema.ts';
import { createAccessToken, deleteAccessToken, listAccessTokens } from './access-tokens.ts';
import { requestPasswordReset } from './forgotten-password.ts';
import { beginPasskeyUse } from './passkey-ceremony.ts';
import {
  addPasskey,
  beginPasskey,
  deletePasskey,
  listPasskeys,
  renamePasskey,
  signInWithPasskey,
} from './passkeys.ts';
import { changePassword, resetPassword } from './passwords.ts';
import {
  confirmSecondFactor,
  enrollSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { deleteSession, endOtherSessions, endSession, listSessions, startSession } from './sessions.ts';
import { isSetupNeeded, setUp } from './set-up.ts';
import { signIn } from './sign-in.ts';

function presentProfile(row: AccountRow): Profile {
  return { id: row.id, email: row.email, created_at: row.created_at.toISOString() };
}

/** Who is calling. @throws PlatformError `unauthorized` when the account has just been deleted */
async function ownAccount({ db, actor }: Pick<RequestContext, 'db'> & { actor: Actor }): Promise<AccountRow> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', actor.accountId)
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('unauthorized');
  return row;
}

/** Signs somebody in here, in place of whoever was. */
export async function enter(context: RequestContext, account: AccountRow): Promise<Profile> {
  if (context.session.token !== null) await endSession(context.db, context.session.token);
  const { token, expiresAt } = await startSession(context.db, account, context);
  context.session.issue(token, expiresAt);
  return presentProfile(account);
}

export const accountRoutes = {
  setupStatus: publicRoutes.accounts.setupStatus.handler(async ({ context }) => ({
    needed: await isSetupNeeded(context.db),
  })),

  setUp: publicRoutes.accounts.setUp.handler(async ({ context, input }) => {
    const first = {
      email: input.email,
      password: input.password,
      organizationName: input.organization_name,
      plan: context.settings.defaultPlan,
    };
    return enter(context, await setUp(context.db, input.code, first, context.ip));
  }),

  signIn: publicRoutes.accounts.signIn.handler(async ({ context, input }) =>
    enter(context, await signIn(context, input, context.ip)),
  ),

  beginPasskeyUse: publicRoutes.accounts.beginPasskeyUse.handler(({ context }) => beginPasskeyUse(context)),

  signInWithPasskey: publicRoutes.accounts.signInWithPasskey.handler(async ({ context, input }) =>
    enter(context, await signInWithPasskey(context, input, context.ip)),
  ),

  signOut: publicRoutes.accounts.signOut.handler(async ({ context }) => {
    if (context.session.token !== null) await endSession(context.db, context.session.token);
    context.session.clear();
    return {};
  }),

  profile: routes.accounts.profile.handler(async ({ context }) => presentProfile(await ownAccount(context))),

  v1Profile: routes.accounts.v1Profile.handler(async ({ context }) => {
    const { id, email } = await ownAccount(context);
    return { gotrue_id: id, primary_email: email, username: email };
  }),

  passwordResetOptions: publicRoutes.accounts.passwordResetOptions.handler(({ context }) => ({
    sends_mail: context.mailer !== null,
  })),

  requestPasswordReset: publicRoutes.accounts.requestPasswordReset.handler(async ({ context, input }) => {
    await requestPasswordReset(context, input.email, context.ip);
    return {};
  }),

  resetPassword: publicRoutes.accounts.resetPassword.handler(async ({ context, input }) =>
    enter(context, await resetPassword(context, input, context.ip)),
  ),

  changePassword: routes.accounts.changePassword.handler(async ({ context, input }) => {
    await changePassword(
      context.db,
      context.actor,
      { current: input.current_password, next: input.password },
      { session: context.session.token, ip: context.ip },
    );
    return {};
  }),

  secondFactor: routes.accounts.secondFactor.handler(({ context }) =>
    readSecondFactor(context.db, context.actor.accountId),
  ),
  enrollSecondFactor: routes.accounts.enrollSecondFactor.handler(({ context, input }) =>
    enrollSecondFactor(context, context.actor, input),
  ),
  confirmSecondFactor: routes.accounts.confirmSecondFactor.handler(async ({ context, input }) => ({
    recovery_codes: await confirmSecondFactor(context, context.actor, input.code, context.session.token),
  })),
  renewRecoveryCodes: routes.accounts.renewRecoveryCodes.handler(async ({ context, input }) => ({
    recovery_codes: await renewRecoveryCodes(context, context.actor, input),
  })),
  removeSecondFactor: routes.accounts.removeSecondFactor.handler(async ({ context, input }) => {
    await removeSecondFactor(context, context.actor, input);
    return {};
  }),

  listPasskeys: routes.accounts.listPasskeys.handler(({ context }) =>
    listPasskeys(context.db, context.actor.accountId),
  ),
  beginPasskey: routes.accounts.beginPasskey.handler(({ context, input }) =>
    beginPasskey(context, context.actor, input),
  ),
  addPasskey: routes.accounts.addPasskey.handler(({ context, input }) =>
    addPasskey(context, context.actor, input, context.session.token),
  ),
  renamePasskey: routes.accounts.renamePasskey.handler(({ context, input }) =>
    renamePasskey(context.db, context.actor.accountId, input),
  ),
  deletePasskey: routes.accounts.deletePasskey.handler(async ({ context, input }) => {
    await deletePasskey(context, context.actor, input);
    return {};
  }),

  listSessions: routes.accounts.listSessions.handler(({ context }) =>
    listSessions(context.db, context.actor.accountId, context.session.token),
  ),
  deleteSession: routes.accounts.deleteSession.handler(async ({ context, input }) => {
    await deleteSession(context.db, context.actor.accountId, input.id);
    return {};
  }),
  deleteOtherSessions: routes.accounts.deleteOtherSessions.handler(async ({ context }) => {
    await endOtherSessions(context.db, context.actor.accountId, context.session.token);
    return {};
  }),

  listAccessTokens: routes.accounts.listAccessTokens.handler(({ context }) =>
    listAccessTokens(context.db, context.actor.accountId),
  ),
  createAccessToken: routes.accounts.createAccessToken.handler(({ context, input }) =>
    context.db.transaction().execute((transaction) =>
      createAccessToken(transaction, context.actor.accountId, {
        name: input.name,
        expiresInDays: input.expires_in_days,
        role: input.role,
        project: input.project,
      }),
    ),
  ),
  deleteAccessToken: routes.accounts.deleteAccessToken.handler(async ({ context, input }) => {
    await deleteAccessToken(context.db, context.actor.accountId, input.id);
    return {};
  }),
};
