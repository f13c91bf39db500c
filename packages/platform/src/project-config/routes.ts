import { routes } from '../kernel/router-base.ts';
import { readProjectConfig } from './read-project-config.ts';

export const projectConfigRoutes = {
  v2Get: routes.projectConfig.v2Get.handler(async ({ context, input: { ref } }) => ({
    data: {
      id: ref,
      type: 'project_config',
      attributes: await readProjectConfig(context, context.actor, ref),
    },
  })),
};
