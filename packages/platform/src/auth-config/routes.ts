import { routes } from '../kernel/router-base.ts';
import { getProject } from '../projects/store.ts';
import { configOf, readAuthConfig } from './auth-settings.ts';
import { changeAuthConfig } from './change-auth-config.ts';

const { authConfig } = routes;

export const authConfigRoutes = {
  v1Get: authConfig.v1Get.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    const { stored, secrets } = await readAuthConfig(context.db, context.secrets, project.id);
    return configOf(stored, secrets);
  }),
  v1Update: authConfig.v1Update.handler(({ context, input: { ref, ...changes } }) =>
    changeAuthConfig(context, context.actor, ref, changes),
  ),
};
