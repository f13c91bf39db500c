import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { routes } from '../kernel/router-base.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { getProject } from '../projects/store.ts';
import { createSigningKey } from './create-signing-key.ts';
import { deleteSigningKey, moveSigningKey } from './signing-key-status.ts';
import { getLegacyKey, getSigningKey, listSigningKeys, presentSigningKey } from './store.ts';

const { signingKeys } = routes;

/** Public parts and statuses are no secrets: everyone in the organization may see them. */
async function projectId({ db }: Dependencies, actor: Actor, ref: string): Promise<number> {
  return (await getProject(db, actor, ref)).project.id;
}

export const signingKeyRoutes = {
  v1List: signingKeys.v1List.handler(async ({ context, input }) => {
    const keys = await listSigningKeys(context.db, await projectId(context, context.actor, input.ref));
    return { keys: keys.map(presentSigningKey) };
  }),
  v1Create: signingKeys.v1Create.handler(({ context, input: { ref, ...key } }) =>
    createSigningKey(context, context.actor, ref, key),
  ),
  v1Get: signingKeys.v1Get.handler(async ({ context, input }) => {
    const id = await projectId(context, context.actor, input.ref);
    return presentSigningKey(await getSigningKey(context.db, id, input.id));
  }),
  v1Update: signingKeys.v1Update.handler(({ context, input }) =>
    moveSigningKey(context, context.actor, input),
  ),
  v1Delete: signingKeys.v1Delete.handler(({ context, input }) =>
    deleteSigningKey(context, context.actor, input),
  ),
  v1GetLegacy: signingKeys.v1GetLegacy.handler(async ({ context, input }) =>
    presentSigningKey(await getLegacyKey(context.db, await projectId(context, context.actor, input.ref))),
  ),
  v1CreateLegacy: signingKeys.v1CreateLegacy.handler(async ({ context, input }) => {
    const { project } = await permittedProject(context.db, context.actor, input.ref, 'update_api_config');
    return presentSigningKey(await getLegacyKey(context.db, project.id));
  }),
};
