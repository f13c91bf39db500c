import type { FastifyInstance } from 'fastify';
import { authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { deleteFactor, findFactor } from '../../factors/store/factor-rows.ts';
import { presentFactor } from '../../present/present-user.ts';
import { audit } from '../../store/audit-log.ts';
import { listFactors } from '../../store/factors.ts';
import { pathId } from '../request-parameters.ts';
import { pathUser } from '../users/routes.ts';

/** A user's second factors: how an administrator helps somebody who lost theirs. */
export function registerAdminFactorRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/admin/users/:user_id/factors', async (request) => {
    const context = authContext(services, request);
    const user = await pathUser(context, request);
    return (await listFactors(context.db, user.id)).map(presentFactor);
  });

  app.delete('/admin/users/:user_id/factors/:factor_id', async (request) => {
    const context = authContext(services, request);
    const user = await pathUser(context, request);
    const id = pathId(request, 'factor_id');
    return context.db.transaction(async (tx) => {
      const factor = await findFactor(tx, user.id, id);
      if (!factor) throw new AuthError('mfa_factor_not_found');
      await deleteFactor(tx, id);
      await audit(context, tx, 'factor_deleted', null, { user_id: user.id, factor_id: id });
      return presentFactor(factor);
    });
  });
}
