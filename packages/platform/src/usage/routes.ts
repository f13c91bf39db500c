import { routes } from '../kernel/router-base.ts';
import { readOrganizationUsage, readProjectUsage } from './read-usage.ts';

const { usage } = routes;

export const usageRoutes = {
  ofProject: usage.ofProject.handler(({ context, input }) => readProjectUsage(context, context.actor, input)),
  ofOrganization: usage.ofOrganization.handler(({ context, input }) =>
    readOrganizationUsage(context, context.actor, input),
  ),
};
