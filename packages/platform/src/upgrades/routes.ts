import { routes } from '../kernel/router-base.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { getProject } from '../projects/store.ts';
import { checkEligibility } from './check-eligibility.ts';
import { presentV1Eligibility, presentV1Status, readUpgradeStatus } from './read-status.ts';
import { assertOffered, cancelUpgrade, startUpgrade } from './start-upgrade.ts';

const { upgrades } = routes;

export const upgradeRoutes = {
  eligibility: upgrades.eligibility.handler(async ({ context, input }) => {
    const { project } = await permittedProject(context.db, context.actor, input.ref, 'upgrade_project');
    return checkEligibility(context, project, input.target_version);
  }),
  start: upgrades.start.handler(async ({ context, input }) => ({
    tracking_id: await startUpgrade(context, context.actor, input.ref, input.target_version),
  })),
  status: upgrades.status.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return { databaseUpgradeStatus: await readUpgradeStatus(context, project, input.tracking_id) };
  }),
  cancel: upgrades.cancel.handler(async ({ context, input }) => {
    await cancelUpgrade(context.db, context.actor, input.ref);
    return {};
  }),
  v1Start: upgrades.v1Start.handler(async ({ context, input }) => {
    assertOffered(input.release_channel);
    return {
      tracking_id: await startUpgrade(context, context.actor, input.ref, input.target_version),
    };
  }),
  v1Eligibility: upgrades.v1Eligibility.handler(async ({ context, input }) => {
    const { project } = await permittedProject(context.db, context.actor, input.ref, 'upgrade_project');
    return presentV1Eligibility(await checkEligibility(context, project, undefined));
  }),
  v1Status: upgrades.v1Status.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return presentV1Status(await readUpgradeStatus(context, project, input.tracking_id));
  }),
};
