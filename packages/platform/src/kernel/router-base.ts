import { contract } from '@basalt/contract';
import { implement, type Schema } from '@orpc/server';
import { audited, auditedEntering } from './audit/audited.ts';
import { actionOf, changes, contractRoutes, ENTERING_ROUTES, mayChange } from './audit/changing-routes.ts';
import { requestOf, subjectOf } from './audit/request-of.ts';
import type { Dependencies } from './dependencies.ts';
import { PlatformError } from './platform-error.ts';
import type { Actor, Visitor } from './ports.ts';

/** What a route knows about the request that it answers. */
export interface RequestContext extends Dependencies, Visitor {
  actor: Actor | null;
  session: {
    /** The session token that came in the cookie, null without one. */
    token: string | null;
    issue(token: string, expiresAt: Date): void;
    clear(): void;
  };
}

const everyRoute = implement(contract).$context<RequestContext>();

/** Routes that answer anyone. Whatever may change something is in the audit log, by its name in the contract. */
export const publicRoutes = everyRoute.use(async ({ context, procedure, next }, input, output) => {
  const { method = 'POST', path } = procedure['~orpc'].route;
  const route = contractRoutes().get(`${method} ${path}`);
  if (route === undefined || !mayChange(route)) return next();
  const given = await readInput(procedure['~orpc'].inputSchema, input);
  // Refused for its form, or it only reads.
  if (given === null || !changes(route.name, given.input)) return next();
  const { inputSchema: schema, name } = route;
  const call = { action: actionOf(name), request: requestOf(route, given.input), schema };
  const work = async () => (await next()).output;
  if (ENTERING_ROUTES.has(name)) return output(await auditedEntering({ ...call, visitor: context }, work));
  const { actor } = context;
  if (actor === null) return next();
  return output(await audited(context, { ...call, actor, subject: subjectOf(route, given.input) }, work));
});

/** The input of a call as its handler gets it; null when it is refused. */
async function readInput(
  schema: Schema<unknown, unknown> | undefined,
  input: unknown,
): Promise<{ input: unknown } | null> {
  if (schema === undefined) return { input };
  const read = await schema['~standard'].validate(input);
  return read.issues === undefined ? { input: read.value } : null;
}

/** Routes that need someone: `context.actor` is never null inside. */
export const routes = publicRoutes.use(({ context, procedure, next }) => {
  if (context.actor === null) throw new PlatformError('unauthorized');
  const { method = 'POST', path } = procedure['~orpc'].route;
  const name = contractRoutes().get(`${method} ${path}`)?.name ?? '';
  if (context.actor.credential.limit !== null && isOfWholeAccount(name))
    throw new PlatformError(
      'forbidden',
      'This access token is limited to a role or a project. Use the dashboard or another token for this.',
    );
  return next({ context: { actor: context.actor } });
});

/**
 * Whether a route is about the account itself and about no organization that its limits could be measured at: a limited token must
 * not make one without limits, or lead to another organization.
 */
export function isOfWholeAccount(name: string): boolean {
  if (name === 'accounts.profile' || name === 'accounts.v1Profile') return false;
  return name.startsWith('accounts.') || name === 'organizations.v1Create' || name === 'invitations.accept';
}
