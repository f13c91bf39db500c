import { routes as shellRoutes } from 'virtual:contract/shell';
import type { Contract, ErrorBody } from '@basalt/contract';
import { type ClientLink, createORPCClient, ORPCError } from '@orpc/client';
import type { AnyContractProcedure, ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { requireIdentifiers } from './require-identifiers.ts';

type Routes = typeof shellRoutes;

function createLink(routes: Routes) {
  return new OpenAPILink(routes, {
    url: () => window.location.origin,
    // Snippets, folders and reports have been said in another form before.
    headers: (_, [part]) => (part === 'content' ? { version: '2' } : {}),
    interceptors: [
      async ({ path, input, next }) => {
        requireIdentifiers(path, input);
        const answer = await next();
        if (isChange(routes, path)) void record(path, input, answer).catch(() => {});
        return answer;
      },
    ],
    customErrorResponseBodyDecoder: (body, { status }) => failureOf(body, status),
  });
}

/** What the platform's answer with an error is thrown as. */
function failureOf(body: unknown, status: number): ORPCError<string, unknown> {
  const failure = body as Partial<ErrorBody> | null | undefined;
  return new ORPCError(failure?.code ?? 'internal', {
    status,
    message: failure?.message ?? 'The server answered with an error.',
    data: failure,
  });
}

/** A call that sends or answers a form of files, which the contract's calls do not. @throws ORPCError as they do */
export async function callWithForm(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, init);
  if (response.ok) return response;
  throw failureOf(await response.json().catch(() => null), response.status);
}

const shellLink = createLink(shellRoutes);
let pagesLink: Promise<typeof shellLink> | undefined;

/** The first call of a page brings the routes of all pages; a failed attempt is made again by the next call. */
function linkOf([part = '']: readonly string[]): Promise<typeof shellLink> | typeof shellLink {
  if (part in shellRoutes) return shellLink;
  pagesLink ??= import('virtual:contract/pages').then(
    ({ routes }) => createLink(routes),
    (error: unknown) => {
      pagesLink = undefined;
      throw error;
    },
  );
  return pagesLink;
}

const link: ClientLink<Record<never, never>> = {
  call: async (path, input, options) => (await linkOf(path)).call(path, input, options),
};

/** Tells the server of a call that is worth an event. Nobody waits for it, and nothing is said when it fails. */
async function record(path: readonly string[], input: unknown, answer: unknown): Promise<void> {
  const { eventOfCall } = await import('./event-of-call.ts');
  const found = eventOfCall(path, input, answer);
  if (found !== null) await api.usageEvents.record(found);
}

/** Whether a call changes something, by its method. */
function isChange(routes: Routes, [part = '', call = '']: readonly string[]): boolean {
  const group = routes[part] as Record<string, AnyContractProcedure> | undefined;
  return group?.[call]?.['~orpc'].route.method !== 'GET';
}

/** Calls of the platform, typed by the contract: `await api.projects.get({ ref })`. */
export const api: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(link);

/** Query and mutation options for TanStack Query: `useQuery(orpc.projects.get.queryOptions({ input: { ref } }))`. */
export const orpc = createTanstackQueryUtils(api);
