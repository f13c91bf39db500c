import { routes } from '../kernel/router-base.ts';
import { getMembership } from '../organizations/store.ts';
import { availableRegions } from './available-regions.ts';
import { listOfOrganization } from './list-of-organization.ts';
import { presentProject, presentProjectName, presentV1Project } from './present.ts';
import { renameProject } from './rename-project.ts';
import { getProject, listProjects } from './store.ts';
import { transferProject } from './transfer-project.ts';

const { projects } = routes;

export const projectRoutes = {
  v1List: projects.v1List.handler(async ({ context }) => {
    const accesses = await listProjects(context.db, context.actor);
    return accesses.map((access) => presentV1Project(access, context));
  }),
  v1Regions: projects.v1Regions.handler(async ({ context, input }) => {
    await getMembership(context.db, context.actor, input.organization_slug);
    return availableRegions(input.continent);
  }),
  v1OfOrganization: projects.v1OfOrganization.handler(({ context, input }) =>
    listOfOrganization(context, context.actor, input),
  ),
  v1Get: projects.v1Get.handler(async ({ context, input }) =>
    presentV1Project(await getProject(context.db, context.actor, input.ref), context),
  ),
  v1Update: projects.v1Update.handler(async ({ context, input }) =>
    presentProjectName(await renameProject(context.db, context.actor, input.ref, input.name)),
  ),
  transfer: projects.transfer.handler(async ({ context, input: { ref, target_organization_slug } }) => {
    await transferProject(context.db, context.actor, ref, target_organization_slug);
    return presentProject(await getProject(context.db, context.actor, ref), context);
  }),

  get: projects.get.handler(async ({ context, input }) =>
    presentProject(await getProject(context.db, context.actor, input.ref), context),
  ),
  status: projects.status.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return { status: project.status };
  }),
};
