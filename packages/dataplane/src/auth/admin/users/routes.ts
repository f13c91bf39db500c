import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AuthContext, authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { loadUserParts, type PresentedUser, presentUser } from '../../present/present-user.ts';
import type { UserRow } from '../../store/user-row.ts';
import { findUserById } from '../../store/users.ts';
import { readBody } from '../../wire/read-body.ts';
import { queryText } from '../../wire/read-query.ts';
import { pageHeaders, pathId, requestedPage } from '../request-parameters.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { listUsers, readUserOrder } from './list-users.ts';
import { readUserFields } from './read-user-fields.ts';
import { changeUser } from './update-user.ts';

/** `/admin/users`. The caller was found to be an administrator. */
export function registerAdminUserRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/admin/users', async (request, reply) => {
    const { db } = authContext(services, request);
    const page = requestedPage(request);
    const [search, sort] = [queryText(request, 'filter'), queryText(request, 'sort')];
    const { users, total, isEstimate } = await listUsers(db, { ...page, search, order: readUserOrder(sort) });
    const kept = { ...(search ? { filter: search } : {}), ...(sort ? { sort } : {}) };
    reply.headers(pageHeaders('/admin/users', page, total, kept));
    if (isEstimate) reply.header('x-total-count-is', 'estimate');
    return { users: users.map(presentUser), aud: 'authenticated' };
  });

  app.post('/admin/users', async (request) => {
    const context = authContext(services, request);
    const user = await createUser(context, readUserFields(readBody(request), context.now));
    return presented(context, user);
  });

  app.get('/admin/users/:user_id', async (request) => {
    const context = authContext(services, request);
    return presented(context, await pathUser(context, request));
  });

  app.put('/admin/users/:user_id', async (request) => {
    const context = authContext(services, request);
    const id = pathId(request, 'user_id');
    const user = await changeUser(context, id, readUserFields(readBody(request), context.now));
    return presented(context, user);
  });

  app.delete('/admin/users/:user_id', async (request) => {
    const softly = readBody(request).flag('should_soft_delete') ?? false;
    await deleteUser(authContext(services, request), pathId(request, 'user_id'), softly);
    return {};
  });
}

/** The user whose id is in the path. Throws `user_not_found`. */
export async function pathUser({ db }: AuthContext, request: FastifyRequest): Promise<UserRow> {
  const user = await findUserById(db, pathId(request, 'user_id'));
  if (!user) throw new AuthError('user_not_found');
  return user;
}

async function presented({ db }: AuthContext, user: UserRow): Promise<PresentedUser> {
  return presentUser(await loadUserParts(db, user));
}
