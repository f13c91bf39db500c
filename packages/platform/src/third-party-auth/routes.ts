import { routes } from '../kernel/router-base.ts';
import { getProject } from '../projects/store.ts';
import { createThirdParty, deleteThirdParty } from './change-third-parties.ts';
import { listThirdParties, noSuchThirdParty, presentThirdParty } from './store.ts';

const { thirdPartyAuths } = routes;

/** Public keys and where they come from are no secrets: everyone in the organization may see them. */
export const thirdPartyAuthRoutes = {
  v1List: thirdPartyAuths.v1List.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return (await listThirdParties(context.db, project.id)).map(presentThirdParty);
  }),
  v1Create: thirdPartyAuths.v1Create.handler(
    ({ context, input: { ref, oidc_issuer_url = null, jwks_url = null, custom_jwks = null } }) =>
      createThirdParty(context, context.actor, ref, { oidc_issuer_url, jwks_url, custom_jwks }),
  ),
  v1Get: thirdPartyAuths.v1Get.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    const rows = await listThirdParties(context.db, project.id);
    const row = rows.find(({ id }) => id === input.tpa_id);
    if (row === undefined) throw noSuchThirdParty();
    return presentThirdParty(row);
  }),
  v1Delete: thirdPartyAuths.v1Delete.handler(({ context, input }) =>
    deleteThirdParty(context, context.actor, input),
  ),
};
