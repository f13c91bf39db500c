import { routes } from '../../kernel/router-base.ts';
import { createSecret, deleteSecret, listSecrets, revealSecret, updateSecret } from './secrets.ts';

const { vault } = routes;

export const vaultRoutes = {
  list: vault.list.handler(({ context, input }) => listSecrets(context, context.actor, input)),
  create: vault.create.handler(({ context, input }) => createSecret(context, context.actor, input)),
  reveal: vault.reveal.handler(({ context, input }) => revealSecret(context, context.actor, input)),
  update: vault.update.handler(({ context, input }) => updateSecret(context, context.actor, input)),
  delete: vault.delete.handler(({ context, input }) => deleteSecret(context, context.actor, input)),
};
