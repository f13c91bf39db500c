import { routes } from '../kernel/router-base.ts';
import { isReadOnly } from '../projects/project-status.ts';
import { getProject } from '../projects/store.ts';
import { presentV1Autoscale, presentV1Disk, presentV1DiskUse, usedBytes } from './disk-use.ts';
import { effectiveConfig } from './postgres-config/effective-config.ts';
import { setPostgresConfig } from './postgres-config/set-postgres-config.ts';
import { readCompute } from './read-compute.ts';
import { liftReadOnly } from './read-only/lift-read-only.ts';
import { readStats } from './read-stats.ts';
import { resizeProject } from './resize-project.ts';

const { compute } = routes;
/** How long the management API lifts the read-only mode. */
const LIFT_MINUTES = 60;

export const computeRoutes = {
  get: compute.get.handler(({ context, input }) => readCompute(context, context.actor, input.ref)),
  resize: compute.resize.handler(async ({ context, input: { ref, ...wanted } }) => ({
    operation_id: await resizeProject(context, context.actor, ref, wanted),
  })),
  liftReadOnly: compute.liftReadOnly.handler(async ({ context, input }) => {
    await liftReadOnly(context, context.actor, input.ref, input.minutes);
    return readCompute(context, context.actor, input.ref);
  }),

  v1Disk: compute.v1Disk.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return presentV1Disk(project.disk_size_gb);
  }),
  v1SetDisk: compute.v1SetDisk.handler(async ({ context, input }) => {
    await resizeProject(context, context.actor, input.ref, { disk_size_gb: input.attributes.size_gb });
  }),
  v1DiskUtil: compute.v1DiskUtil.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    const stats = await readStats(context.clusters, input.ref);
    const used = stats === null ? 0 : usedBytes(stats);
    return presentV1DiskUse(used, project.disk_size_gb, await context.clusters.capacity());
  }),
  v1DiskAutoscale: compute.v1DiskAutoscale.handler(async ({ context, input }) => {
    await getProject(context.db, context.actor, input.ref);
    return presentV1Autoscale();
  }),
  v1PostgresConfig: compute.v1PostgresConfig.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return effectiveConfig(project.compute_size, project.postgres_config);
  }),
  v1SetPostgresConfig: compute.v1SetPostgresConfig.handler(
    async ({ context, input: { ref, restart_database, ...config } }) =>
      setPostgresConfig(context, context.actor, ref, config, restart_database),
  ),
  v1ReadOnly: compute.v1ReadOnly.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    const lifted = project.read_only_lifted_until;
    return {
      enabled: isReadOnly(project),
      override_enabled: lifted !== null && lifted > new Date(),
      override_active_until: lifted?.toISOString() ?? '',
    };
  }),
  v1LiftReadOnly: compute.v1LiftReadOnly.handler(async ({ context, input }) => {
    await liftReadOnly(context, context.actor, input.ref, LIFT_MINUTES);
  }),
};
