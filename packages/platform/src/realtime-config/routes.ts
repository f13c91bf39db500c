import { routes } from '../kernel/router-base.ts';
import { getProject } from '../projects/store.ts';
import { changeRealtimeConfig, endRealtimeSockets } from './change-realtime-config.ts';
import { readRealtimeStats } from './read-realtime-stats.ts';
import { presentRealtimeConfig, readStoredRealtime } from './realtime-settings.ts';

const { realtimeSettings, realtimeTraffic } = routes;

export const realtimeConfigRoutes = {
  v1Get: realtimeSettings.v1Get.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return presentRealtimeConfig(await readStoredRealtime(context.db, project.id));
  }),
  v1Update: realtimeSettings.v1Update.handler(async ({ context, input: { ref, ...changes } }) => {
    await changeRealtimeConfig(context, context.actor, ref, changes);
  }),
  v1Shutdown: realtimeSettings.v1Shutdown.handler(async ({ context, input }) => {
    await endRealtimeSockets(context, context.actor, input.ref);
  }),
};

export const realtimeTrafficRoutes = {
  stats: realtimeTraffic.stats.handler(({ context, input }) =>
    readRealtimeStats(context, context.actor, input),
  ),
};
