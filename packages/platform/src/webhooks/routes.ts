import { PlatformError } from '../kernel/platform-error.ts';
import { routes } from '../kernel/router-base.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import {
  createWebhook,
  removeWebhook,
  sendAgain,
  setWebhookActive,
  testWebhook,
  updateWebhook,
} from './change-hooks.ts';
import { getDelivery, listDeliveries } from './read-deliveries.ts';
import { listHooks } from './read-hooks.ts';

const { webhooks } = routes;

export const webhookRoutes = {
  list: webhooks.list.handler(({ context, input }) => listHooks(context, context.actor, input.ref)),
  v1Enable: webhooks.v1Enable.handler(async ({ context, input: { ref } }) => {
    await permittedProject(context.db, context.actor, ref, 'run_sql');
    const { problem } = await listHooks(context, context.actor, ref);
    if (problem !== null) throw new PlatformError('conflict', problem);
  }),
  create: webhooks.create.handler(({ context, input }) => createWebhook(context, context.actor, input)),
  update: webhooks.update.handler(({ context, input }) => updateWebhook(context, context.actor, input)),
  setActive: webhooks.setActive.handler(({ context, input }) =>
    setWebhookActive(context, context.actor, input),
  ),
  remove: webhooks.remove.handler(({ context, input }) => removeWebhook(context, context.actor, input)),
  test: webhooks.test.handler(({ context, input }) => testWebhook(context, context.actor, input)),
  listDeliveries: webhooks.listDeliveries.handler(({ context, input: { ref, ...filter } }) =>
    listDeliveries(context, context.actor, ref, filter),
  ),
  getDelivery: webhooks.getDelivery.handler(({ context, input }) =>
    getDelivery(context, context.actor, input.ref, input.id),
  ),
  sendAgain: webhooks.sendAgain.handler(({ context, input }) => sendAgain(context, context.actor, input)),
};
