import { routes } from '../kernel/router-base.ts';
import { getProject } from '../projects/store.ts';
import { presentOperation } from './present.ts';
import { listOperations } from './store.ts';

export const operationRoutes = {
  list: routes.operations.list.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor.accountId, input.ref);
    return (await listOperations(context.db, project.id, input.limit)).map(presentOperation);
  }),
};
