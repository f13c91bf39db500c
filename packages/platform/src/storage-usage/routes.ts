import { routes } from '../kernel/router-base.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { clearFiles } from './clear-files.ts';
import { readUsage } from './store.ts';

const { storageUsage } = routes;

export const storageUsageRoutes = {
  get: storageUsage.get.handler(async ({ context, input }) => {
    const { project } = await permittedProject(context.db, context.actor, input.ref, 'read_sql');
    return { data: await readUsage(context.db, project.id) };
  }),
  clear: storageUsage.clear.handler(async ({ context, input }) => {
    const { project } = await permittedProject(context.db, context.actor, input.ref, 'update_api_config');
    return { data: await clearFiles(context, project) };
  }),
};
