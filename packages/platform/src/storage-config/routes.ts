import { routes } from '../kernel/router-base.ts';
import { getProject } from '../projects/store.ts';
import { changeStorageConfig } from './change-storage-config.ts';
import { presentStorageConfig, readStoredStorage } from './storage-settings.ts';

const { storageSettings } = routes;

export const storageConfigRoutes = {
  v1Get: storageSettings.v1Get.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return presentStorageConfig(await readStoredStorage(context.db, project.id));
  }),
  v1Update: storageSettings.v1Update.handler(async ({ context, input: { ref, ...changes } }) =>
    presentStorageConfig(await changeStorageConfig(context, context.actor, ref, changes)),
  ),
};
