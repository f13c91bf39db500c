import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { presentPasskey } from '../../passkeys/present-passkey.ts';
import { passkeyId, passkeyNotFound } from '../../passkeys/routes.ts';
import { deletePasskey, listPasskeys } from '../../passkeys/store/passkey-rows.ts';
import { audit } from '../../store/audit-log.ts';
import { pathUser } from '../users/routes.ts';

/** A user's passkeys, also while the project's settings do not offer any. */
export function registerAdminPasskeyRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/admin/users/:user_id/passkeys', async (request) => {
    const context = authContext(services, request);
    const user = await pathUser(context, request);
    return (await listPasskeys(context.db, user.id)).map(presentPasskey);
  });

  app.delete('/admin/users/:user_id/passkeys/:passkey_id', async (request, reply) => {
    const context = authContext(services, request);
    const user = await pathUser(context, request);
    const id = pathPasskey(request);
    await context.db.transaction(async (tx) => {
      if (!(await deletePasskey(tx, user.id, id))) throw passkeyNotFound();
      await audit(context, tx, 'passkey_deleted', null, { user_id: user.id, passkey_id: id });
    });
    return reply.status(204).send();
  });
}

function pathPasskey({ params }: FastifyRequest): string {
  return passkeyId((params as { passkey_id: string }).passkey_id);
}
