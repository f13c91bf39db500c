import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toApiError } from './api-error.ts';

let onSignedOut: () => void = () => {};

/** Calls `handler` whenever the server no longer knows who is asking. */
export function whenSignedOut(handler: () => void): void {
  onSignedOut = handler;
}

/** Retries what may pass (network, 5xx); never what the server refused. */
function mayPass(failures: number, error: unknown): boolean {
  const { status } = toApiError(error);
  return failures < 2 && (status === 0 || status >= 500);
}

function noticeSignedOut(error: unknown): void {
  if (toApiError(error).status === 401) onSignedOut();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  mutationCache: new MutationCache({ onError: noticeSignedOut }),
  defaultOptions: { queries: { retry: mayPass, staleTime: 5_000 }, mutations: { retry: false } },
});
