import type { ProjectAbility } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { routes } from '../kernel/router-base.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { getProject } from '../projects/store.ts';
import { readBucketQuotas, setBucketQuota } from './bucket-quotas.ts';
import { createBucket, deleteBucket, emptyBucket, listBuckets, updateBucket } from './change-buckets.ts';
import { deleteObjects, moveObjects } from './change-objects.ts';
import { getObject, listDeep, listFolder } from './list-objects.ts';
import { isLasting, signObjects, signUpload } from './object-links.ts';
import { type AskStorage, callStorage } from './storage-service.ts';

const { storageBuckets, storageObjects } = routes;

interface Call {
  context: Dependencies & { actor: Actor };
  input: { ref: string };
}

/** The storage service of a project, for someone who may do this. The service is asked as `service_role`, so this is the one wall. */
async function permitted({ context, input }: Call, ability: ProjectAbility): Promise<AskStorage> {
  await permittedProject(context.db, context.actor, input.ref, ability);
  return (call) => callStorage(context, input.ref, call);
}

const projectIdOf = async ({ context, input }: Call) =>
  (await getProject(context.db, context.actor, input.ref)).project.id;

const addressOf = ({ context, input }: Call) => `${context.settings.projectUrl(input.ref)}/storage/v1`;

export const storageBucketRoutes = {
  v1List: storageBuckets.v1List.handler(async (call) => {
    const buckets = await listBuckets(await permitted(call, 'read_storage'));
    return buckets.map(({ id, name, owner, created_at, updated_at, public: isPublic }) => ({
      id,
      name,
      owner,
      created_at: created_at ?? '',
      updated_at: updated_at ?? '',
      public: isPublic,
    }));
  }),
  list: storageBuckets.list.handler(async (call) => {
    const buckets = await listBuckets(await permitted(call, 'read_storage'));
    const quotas = await readBucketQuotas(call.context.db, await projectIdOf(call));
    return buckets.map((bucket) => ({ ...bucket, quota: quotas.get(bucket.id) ?? null }));
  }),
  create: storageBuckets.create.handler(async (call) => {
    const { ref: _, id, quota, ...limits } = call.input;
    await createBucket(await permitted(call, 'update_storage'), id, limits);
    await setBucketQuota(call.context.db, await projectIdOf(call), { bucket: id, quota });
    return { name: id };
  }),
  update: storageBuckets.update.handler(async (call) => {
    const { ref: _, id, quota, ...limits } = call.input;
    await updateBucket(await permitted(call, 'update_storage'), id, limits);
    if (quota !== undefined)
      await setBucketQuota(call.context.db, await projectIdOf(call), { bucket: id, quota });
    return {};
  }),
  empty: storageBuckets.empty.handler(async (call) => ({
    is_done: await emptyBucket(await permitted(call, 'update_storage'), call.input.id),
  })),
  delete: storageBuckets.delete.handler(async (call) => {
    const { id } = call.input;
    await deleteBucket(await permitted(call, 'update_storage'), id);
    await setBucketQuota(call.context.db, await projectIdOf(call), { bucket: id, quota: null });
    return {};
  }),
};

export const storageObjectRoutes = {
  list: storageObjects.list.handler(async (call) =>
    listFolder(await permitted(call, 'read_storage'), call.input),
  ),
  listDeep: storageObjects.listDeep.handler(async (call) =>
    listDeep(await permitted(call, 'read_storage'), call.input),
  ),
  get: storageObjects.get.handler(async (call) =>
    getObject(await permitted(call, 'read_storage'), call.input),
  ),
  sign: storageObjects.sign.handler(async (call) => {
    const ability = isLasting(call.input.expires_in) ? 'update_storage' : 'read_storage';
    return signObjects(await permitted(call, ability), addressOf(call), call.input);
  }),
  uploadLink: storageObjects.uploadLink.handler(async (call) =>
    signUpload(await permitted(call, 'update_storage'), addressOf(call), call.input),
  ),
  move: storageObjects.move.handler(async (call) =>
    moveObjects(await permitted(call, 'update_storage'), call.input.id, call.input.moves),
  ),
  delete: storageObjects.delete.handler(async (call) =>
    deleteObjects(await permitted(call, 'update_storage'), call.input.id, call.input.paths),
  ),
};
