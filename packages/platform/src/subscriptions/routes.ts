import { routes } from '../kernel/router-base.ts';
import { changePlan, readSubscription } from './change-plan.ts';

const { subscriptions } = routes;

export const subscriptionRoutes = {
  get: subscriptions.get.handler(({ context, input }) =>
    readSubscription(context, context.actor, input.slug),
  ),
  change: subscriptions.change.handler(({ context, input }) =>
    changePlan(context, context.actor, input.slug, input.plan),
  ),
};
