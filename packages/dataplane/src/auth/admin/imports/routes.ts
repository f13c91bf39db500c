import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { readBody } from '../../wire/read-body.ts';
import { queryText } from '../../wire/read-query.ts';
import { asUuid, requestedPage } from '../request-parameters.ts';
import { exportUsers } from './export-users.ts';
import { finishImport, forgetImport } from './finish-import.ts';
import { stageUsers } from './stage-users.ts';

/** Many users at once, in and out. Every route is behind `requireServiceRole`. */
export function registerUserImportRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/admin/user_imports/:id/rows', async (request) => {
    const context = authContext(services, request);
    return { refused: await stageUsers(context, importId(request), readBody(request).raw.rows) };
  });

  app.post('/admin/user_imports/:id/finish', async (request) => {
    const context = authContext(services, request);
    const allOrNothing = readBody(request).flag('all_or_nothing') ?? true;
    const { imported, refused, refusedCount } = await finishImport(context, importId(request), allOrNothing);
    return { imported, refused, refused_count: refusedCount };
  });

  app.delete('/admin/user_imports/:id', async (request, reply) => {
    await forgetImport(authContext(services, request).db, importId(request));
    return reply.code(204).send();
  });

  app.get('/admin/user_exports', async (request) => {
    const { db } = authContext(services, request);
    const given = queryText(request, 'after');
    const after = given === null ? null : asUuid(given);
    if (given !== null && after === null)
      throw new AuthError('validation_failed', 'after must be the id of a user');
    const withHashes = queryText(request, 'hashes') === 'true';
    return exportUsers(db, { after, limit: requestedPage(request).perPage, withHashes });
  });
}

function importId(request: FastifyRequest): string {
  const id = asUuid(String((request.params as Record<string, unknown>).id ?? ''));
  if (id === null) throw new AuthError('validation_failed', 'The id of an import must be an UUID');
  return id;
}
