import { routes } from '../kernel/router-base.ts';
import { getMembership } from '../organizations/store.ts';
import { getProject } from '../projects/store.ts';
import { applyAddon, removeAddon } from './change-addons.ts';
import { entitlementsOf } from './entitlements.ts';
import { listAddons } from './list-addons.ts';

const { addons } = routes;

export const addonRoutes = {
  v1Entitlements: addons.v1Entitlements.handler(async ({ context, input }) => {
    const { organization } = await getMembership(context.db, context.actor, input.slug);
    return { entitlements: await entitlementsOf(context, organization.plan) };
  }),
  v1List: addons.v1List.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return listAddons(context, project);
  }),
  v1Apply: addons.v1Apply.handler(async ({ context, input: { ref, ...addon } }) => {
    await applyAddon(context, context.actor, ref, addon);
  }),
  v1Remove: addons.v1Remove.handler(async ({ context, input }) => {
    await removeAddon(context, context.actor, input.ref, input.addon_variant);
  }),
};
