import type { FastifyRequest } from 'fastify';
import type { AuthContext } from '../auth-context.ts';
import type { Fields } from '../wire/read-body.ts';

/** What `POST /token` does for one `grant_type`. Returns the body of the answer. */
export type GrantHandler = (context: AuthContext, body: Fields, request: FastifyRequest) => Promise<object>;
