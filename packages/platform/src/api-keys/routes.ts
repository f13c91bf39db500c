import { areLegacyKeysEnabled } from '../jwt-secret/store.ts';
import { routes } from '../kernel/router-base.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { createApiKey, deleteApiKey, setLegacyKeys, updateApiKey } from './change-api-keys.ts';
import { lastUses, listKeys } from './list-keys.ts';
import { presentApiKey } from './present.ts';
import { getApiKey } from './store.ts';

const { apiKeys } = routes;

export const apiKeyRoutes = {
  v1List: apiKeys.v1List.handler(({ context, input }) => listKeys(context, context.actor, input)),
  lastUses: apiKeys.lastUses.handler(({ context, input }) => lastUses(context, context.actor, input.ref)),
  v1Create: apiKeys.v1Create.handler(({ context, input: { params, query, body } }) =>
    createApiKey(context, context.actor, params.ref, body, query.reveal),
  ),
  v1Get: apiKeys.v1Get.handler(async ({ context, input }) => {
    const { project } = await permittedProject(context.db, context.actor, input.ref, 'read_api_keys');
    return presentApiKey(await getApiKey(context.db, project.id, input.id), context.secrets, input.reveal);
  }),
  v1Update: apiKeys.v1Update.handler(({ context, input: { params, query, body } }) =>
    updateApiKey(context, context.actor, params, body, query.reveal),
  ),
  v1Delete: apiKeys.v1Delete.handler(({ context, input: { params, query } }) =>
    deleteApiKey(context, context.actor, params, query),
  ),
  v1LegacyEnabled: apiKeys.v1LegacyEnabled.handler(async ({ context, input }) => {
    const { project } = await permittedProject(context.db, context.actor, input.ref, 'read_api_keys');
    return { enabled: await areLegacyKeysEnabled(context.db, project.id) };
  }),
  v1SetLegacyEnabled: apiKeys.v1SetLegacyEnabled.handler(({ context, input: { params, query } }) =>
    setLegacyKeys(context, context.actor, { ref: params.ref, enabled: query.enabled }),
  ),
};
