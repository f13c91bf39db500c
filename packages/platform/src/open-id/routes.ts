import { dashboardParty } from '../accounts/passkey-ceremony.ts';
import { enter } from '../accounts/routes.ts';
import { publicRoutes, routes } from '../kernel/router-base.ts';
import { readOpenId, removeOpenId, saveOpenId, verifyOpenIdDomain } from './provider-settings.ts';
import { beginOpenId, confirmOpenId, finishOpenId } from './sign-in.ts';
import { anyProvider } from './store.ts';

/** How somebody can sign in, beside a password: of the contract's `accounts`, and known here. */
export const signInOptionRoutes = {
  signInOptions: publicRoutes.accounts.signInOptions.handler(async ({ context: { db, settings } }) => {
    const [origin] = dashboardParty(settings)?.origins ?? [];
    return {
      open_id: settings.openId === null ? null : { name: settings.openId.name },
      organizations: await anyProvider(db),
      passkeys: origin === undefined ? null : { origin },
    };
  }),
};

export const openIdRoutes = {
  begin: publicRoutes.openId.begin.handler(({ context, input }) => beginOpenId(context, input.email)),

  finish: publicRoutes.openId.finish.handler(async ({ context, input }) => {
    const found = await finishOpenId(context, input, context.ip);
    if ('pending' in found) return { profile: null, ...found };
    return { profile: await enter(context, found.account), pending: null, ways: null };
  }),

  confirm: publicRoutes.openId.confirm.handler(async ({ context, input }) =>
    enter(context, await confirmOpenId(context, input, context.ip)),
  ),

  settings: routes.openId.settings.handler(({ context, input }) =>
    readOpenId(context, context.actor, input.slug),
  ),
  save: routes.openId.save.handler(({ context, input: { slug, ...input } }) =>
    saveOpenId(context, context.actor, slug, input),
  ),
  verifyDomain: routes.openId.verifyDomain.handler(({ context, input }) =>
    verifyOpenIdDomain(context, context.actor, input.slug, input.domain),
  ),
  remove: routes.openId.remove.handler(async ({ context, input }) => {
    await removeOpenId(context, context.actor, input.slug);
    return {};
  }),
};
