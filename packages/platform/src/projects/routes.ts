import { deleteProject } from '../departures/delete-project.ts';
import { restoreProject } from '../departures/restore-project.ts';
import { routes } from '../kernel/router-base.ts';
import { changeProject } from './change-project.ts';
import { connectionOf } from './connection.ts';
import { createProject } from './create-project.ts';
import { checkHealth } from './health.ts';
import { presentCreatedProject, presentProject, presentProjectName, presentV1Project } from './present.ts';
import { renameProject } from './rename-project.ts';
import { restartProject } from './restart-project.ts';
import { getProject, listProjects } from './store.ts';

const { projects } = routes;

export const projectRoutes = {
  v1List: projects.v1List.handler(async ({ context }) => {
    const accesses = await listProjects(context.db, context.actor.accountId);
    return accesses.map((access) => presentV1Project(access, context.settings));
  }),
  v1Create: projects.v1Create.handler(async ({ context, input }) =>
    presentCreatedProject(await createProject(context, context.actor, input)),
  ),
  v1Get: projects.v1Get.handler(async ({ context, input }) =>
    presentV1Project(await getProject(context.db, context.actor.accountId, input.ref), context.settings),
  ),
  v1Update: projects.v1Update.handler(async ({ context, input }) =>
    presentProjectName(await renameProject(context.db, context.actor, input.ref, input.name)),
  ),
  v1Delete: projects.v1Delete.handler(async ({ context, input }) =>
    presentProjectName(await deleteProject(context, context.actor, input.ref)),
  ),
  v1Pause: projects.v1Pause.handler(async ({ context, input }) => {
    await changeProject(context, context.actor, input.ref, 'pause');
  }),
  v1Restore: projects.v1Restore.handler(async ({ context, input }) => {
    await restoreProject(context, context.actor, input.ref);
  }),
  v1Health: projects.v1Health.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor.accountId, input.ref);
    return checkHealth(context, project, input.services, input.timeout_ms);
  }),

  list: projects.list.handler(async ({ context }) => {
    const accesses = await listProjects(context.db, context.actor.accountId);
    return Promise.all(accesses.map((access) => presentProject(access, context)));
  }),
  get: projects.get.handler(async ({ context, input }) =>
    presentProject(await getProject(context.db, context.actor.accountId, input.ref), context),
  ),
  status: projects.status.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor.accountId, input.ref);
    return { status: project.status };
  }),
  connection: projects.connection.handler(async ({ context, input }) =>
    connectionOf(await getProject(context.db, context.actor.accountId, input.ref), context),
  ),
  delete: projects.delete.handler(async ({ context, input }) =>
    presentProjectName(await deleteProject(context, context.actor, input.ref)),
  ),
  pause: projects.pause.handler(async ({ context, input }) => {
    await changeProject(context, context.actor, input.ref, 'pause');
    return {};
  }),
  restore: projects.restore.handler(async ({ context, input }) => {
    await restoreProject(context, context.actor, input.ref, input);
    return {};
  }),
  restart: projects.restart.handler(async ({ context, input }) => {
    await restartProject(context, context.actor, input.ref, input.scope ?? 'project');
    return {};
  }),
};
