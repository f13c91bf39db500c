import { routes } from '../kernel/router-base.ts';
import { createStorageKey, deleteStorageKey, listStorageKeys } from './change-storage-keys.ts';

const { storageKeys } = routes;

export const storageKeyRoutes = {
  list: storageKeys.list.handler(async ({ context, input }) => ({
    data: await listStorageKeys(context, context.actor, input.ref),
  })),
  create: storageKeys.create.handler(async ({ context, input }) => ({
    data: await createStorageKey(context, context.actor, input),
  })),
  delete: storageKeys.delete.handler(({ context, input }) => deleteStorageKey(context, context.actor, input)),
};
