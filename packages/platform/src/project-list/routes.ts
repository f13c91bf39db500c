import { routes } from '../kernel/router-base.ts';
import { listWithFigures } from './list-with-figures.ts';

export const projectListRoutes = {
  list: routes.projects.list.handler(({ context }) => listWithFigures(context, context.actor)),
};
