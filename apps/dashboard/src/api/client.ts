import { routes } from 'virtual:contract';
import type { Contract, ErrorBody } from '@basalt/contract';
import { createORPCClient, ORPCError } from '@orpc/client';
import type { AnyContractProcedure, ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { requireIdentifiers } from './require-identifiers.ts';

const link = new OpenAPILink(routes, {
  url: () => window.location.origin,
  // Snippets, folders and reports have been said in another form before.
  headers: (_, [part]) => (part === 'content' ? { version: '2' } : {}),
  interceptors: [
    async ({ path, input, next }) => {
      requireIdentifiers(path, input);
      const answer = await next();
      if (isChange(path)) void record(path, input, answer).catch(() => {});
      return answer;
    },
  ],
  customErrorResponseBodyDecoder: (body, response) => {
    const failure = body as Partial<ErrorBody> | undefined;
    return new ORPCError(failure?.code ?? 'internal', {
      status: response.status,
      message: failure?.message ?? 'The server answered with an error.',
      data: failure,
    });
  },
});

/** Tells the server of a call that is worth an event. Nobody waits for it, and nothing is said when it fails. */
async function record(path: readonly string[], input: unknown, answer: unknown): Promise<void> {
  const { eventOfCall } = await import('./event-of-call.ts');
  const found = eventOfCall(path, input, answer);
  if (found !== null) await api.usageEvents.record(found);
}

/** Whether a call changes something, by its method. */
function isChange([part = '', call = '']: readonly string[]): boolean {
  const groups = routes as unknown as Record<string, Record<string, AnyContractProcedure>>;
  return groups[part]?.[call]?.['~orpc'].route.method !== 'GET';
}

/** Calls of the platform, typed by the contract: `await api.projects.get({ ref })`. */
export const api: JsonifiedClient<ContractRouterClient<Omit<Contract, 'schemaApi'>>> = createORPCClient(link);

/** Query and mutation options for TanStack Query: `useQuery(orpc.projects.get.queryOptions({ input: { ref } }))`. */
export const orpc = createTanstackQueryUtils(api);
