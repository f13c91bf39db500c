import { routes } from '../kernel/router-base.ts';
import { createRule, removeRule, testRule, updateRule } from './change-rules.ts';
import { listEvents, listRules } from './read-rules.ts';

const { alerts } = routes;

export const alertRoutes = {
  list: alerts.list.handler(({ context, input }) => listRules(context, context.actor, input.ref)),
  create: alerts.create.handler(({ context, input: { ref, ...rule } }) =>
    createRule(context, context.actor, ref, rule),
  ),
  update: alerts.update.handler(({ context, input: { ref, id, ...changes } }) =>
    updateRule(context, context.actor, { ref, id }, changes),
  ),
  remove: alerts.remove.handler(async ({ context, input }) => {
    await removeRule(context, context.actor, input);
    return {};
  }),
  test: alerts.test.handler(async ({ context, input }) => ({
    results: await testRule(context, context.actor, input),
  })),
  history: alerts.history.handler(({ context, input }) => listEvents(context, context.actor, input)),
};
