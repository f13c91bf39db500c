import { routes } from '../kernel/router-base.ts';
import { presentCreatedProject, presentProjectName } from '../projects/present.ts';
import { getProject } from '../projects/store.ts';
import { createProject } from './creation/create-project.ts';
import { deleteProject } from './deletion/delete-project.ts';
import { restoreProject } from './pause/restore-project.ts';
import { checkHealth } from './running/health.ts';
import { changeProject, restartProject } from './running/restart-project.ts';

const { projects } = routes;

/** Those of the calls about projects that change what becomes of them, and the one that asks how they are. */
export const lifecycleRoutes = {
  v1Create: projects.v1Create.handler(async ({ context, input }) =>
    presentCreatedProject(await createProject(context, context.actor, input)),
  ),
  v1Delete: projects.v1Delete.handler(async ({ context, input }) =>
    presentProjectName(await deleteProject(context, context.actor, input.ref)),
  ),
  v1Pause: projects.v1Pause.handler(async ({ context, input }) => {
    await changeProject(context, context.actor, input.ref, 'pause');
  }),
  v1Restore: projects.v1Restore.handler(async ({ context, input }) => {
    await restoreProject(context, context.actor, input.ref, { by: 'management API' });
  }),
  v1Health: projects.v1Health.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return checkHealth(context, project, input.services, input.timeout_ms);
  }),
  delete: projects.delete.handler(async ({ context, input }) =>
    presentProjectName(await deleteProject(context, context.actor, input.ref)),
  ),
  pause: projects.pause.handler(async ({ context, input }) => {
    await changeProject(context, context.actor, input.ref, 'pause');
    return {};
  }),
  restore: projects.restore.handler(async ({ context, input }) => {
    const { ref, ...wanted } = input;
    await restoreProject(context, context.actor, ref, { wanted, by: 'dashboard' });
    return {};
  }),
  restart: projects.restart.handler(async ({ context, input }) => {
    await restartProject(context, context.actor, input.ref, input.scope ?? 'project');
    return {};
  }),
};
