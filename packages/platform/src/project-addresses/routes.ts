import { routes } from '../kernel/router-base.ts';
import { getProject } from '../projects/store.ts';
import {
  activateHostname,
  initializeHostname,
  presentHostname,
  requiredHostname,
  verifyHostname,
} from './custom-hostname.ts';
import { addressOfLabel } from './names.ts';
import { readAddress } from './store.ts';
import { activateLabel, deleteAddress, isAvailable } from './vanity-subdomain.ts';

const { projectAddresses } = routes;

export const projectAddressRoutes = {
  v1GetVanity: projectAddresses.v1GetVanity.handler(async ({ context, input: { ref } }) => {
    const { project } = await getProject(context.db, context.actor, ref);
    const address = await readAddress(context.db, project.id);
    if (address === null) return { status: 'not-used' as const };
    if (address.kind === 'custom')
      return { status: 'custom-domain-used' as const, custom_domain: address.name };
    return { status: 'active' as const, custom_domain: addressOfLabel(address.name, ref, context.settings) };
  }),
  v1CheckVanity: projectAddresses.v1CheckVanity.handler(async ({ context, input }) => ({
    available: await isAvailable(context, context.actor, input.ref, input.vanity_subdomain),
  })),
  v1ActivateVanity: projectAddresses.v1ActivateVanity.handler(async ({ context, input }) => ({
    custom_domain: await activateLabel(context, context.actor, input.ref, input.vanity_subdomain),
  })),
  v1DeleteVanity: projectAddresses.v1DeleteVanity.handler(({ context, input }) =>
    deleteAddress(context, context.actor, input.ref, 'vanity'),
  ),
  v1GetHostname: projectAddresses.v1GetHostname.handler(async ({ context, input: { ref } }) => {
    const { project } = await getProject(context.db, context.actor, ref);
    return presentHostname(await requiredHostname(context.db, project.id), ref, context.settings);
  }),
  v1InitializeHostname: projectAddresses.v1InitializeHostname.handler(({ context, input }) =>
    initializeHostname(context, context.actor, input.ref, input.custom_hostname),
  ),
  v1ReverifyHostname: projectAddresses.v1ReverifyHostname.handler(({ context, input }) =>
    verifyHostname(context, context.actor, input.ref),
  ),
  v1ActivateHostname: projectAddresses.v1ActivateHostname.handler(({ context, input }) =>
    activateHostname(context, context.actor, input.ref),
  ),
  v1DeleteHostname: projectAddresses.v1DeleteHostname.handler(({ context, input }) =>
    deleteAddress(context, context.actor, input.ref, 'custom'),
  ),
};
