import { routes } from '../kernel/router-base.ts';
import { listWarnings } from './list-warnings.ts';
import { readUsage } from './read-usage.ts';

const { resources } = routes;

export const resourceRoutes = {
  warnings: resources.warnings.handler(({ context }) => listWarnings(context, context.actor)),
  usage: resources.usage.handler(({ context, input }) => readUsage(context, context.actor, input)),
};
