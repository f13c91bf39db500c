import { routes } from '../kernel/router-base.ts';
import { getProject } from '../projects/store.ts';
import { changeJwtSecret, readUpdateStatus } from './change-jwt-secret.ts';

const { jwtSecret } = routes;

export const jwtSecretRoutes = {
  updateStatus: jwtSecret.updateStatus.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return { update_status: await readUpdateStatus(context.db, project.id) };
  }),
  update: jwtSecret.update.handler(async ({ context, input }) => ({
    update_status: await changeJwtSecret(context, context.actor, input),
  })),
};
