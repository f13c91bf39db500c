import { routes } from '../../kernel/router-base.ts';
import { presentCreatedProject } from '../../projects/present.ts';
import { attachProject, changeAttached, checkRemote, getAttached } from './attach-project.ts';

const { attachedDatabases } = routes;

export const attachedDatabaseRoutes = {
  check: attachedDatabases.check.handler(({ context, input }) => checkRemote(context, context.actor, input)),
  attach: attachedDatabases.attach.handler(async ({ context, input }) =>
    presentCreatedProject(await attachProject(context, context.actor, input)),
  ),
  get: attachedDatabases.get.handler(({ context, input }) => getAttached(context, context.actor, input.ref)),
  update: attachedDatabases.update.handler(({ context, input }) =>
    changeAttached(context, context.actor, input),
  ),
};
