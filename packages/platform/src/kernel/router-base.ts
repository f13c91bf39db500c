import { contract } from '@basalt/contract';
import { implement } from '@orpc/server';
import type { Dependencies } from './dependencies.ts';
import { PlatformError } from './platform-error.ts';
import type { Actor } from './ports.ts';

/** What a route knows about the request that it answers. */
export interface RequestContext extends Dependencies {
  actor: Actor | null;
  /** Network address of the client, for rate limits. */
  ip: string;
  /** What the client says of itself, null when it says nothing. */
  userAgent: string | null;
  session: {
    /** The session token that came in the cookie, null without one. */
    token: string | null;
    issue(token: string, expiresAt: Date): void;
    clear(): void;
  };
}

/** Routes that answer anyone. */
export const publicRoutes = implement(contract).$context<RequestContext>();

/** Routes that need someone: `context.actor` is never null inside. */
export const routes = publicRoutes.use(({ context, next }) => {
  if (context.actor === null) throw new PlatformError('unauthorized');
  return next({ context: { actor: context.actor } });
});
