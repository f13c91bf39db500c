import { routes } from '../../kernel/router-base.ts';
import { getMembership } from '../../organizations/store.ts';
import { readProvider, removeProvider, setProvider, testProvider } from './provider-settings.ts';
import { readUsage } from './usage.ts';

const { assistantProvider } = routes;

export const assistantProviderRoutes = {
  get: assistantProvider.get.handler(({ context, input }) =>
    readProvider(context, context.actor, input.slug),
  ),
  set: assistantProvider.set.handler(({ context, input: { slug, ...provider } }) =>
    setProvider(context, context.actor, slug, provider),
  ),
  remove: assistantProvider.remove.handler(({ context, input }) =>
    removeProvider(context, context.actor, input.slug),
  ),
  test: assistantProvider.test.handler(({ context, input }) =>
    testProvider(context, context.actor, input.slug),
  ),
  usage: assistantProvider.usage.handler(async ({ context, input }) => {
    const { organization } = await getMembership(context.db, context.actor, input.slug);
    return readUsage(context.db, organization.id);
  }),
};
