import { routes } from '../kernel/router-base.ts';
import { getProject } from '../projects/store.ts';
import { readEvents } from './read-events.ts';

export const projectEventRoutes = {
  list: routes.projectEvents.list.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return readEvents(context.db, project.id);
  }),
};
