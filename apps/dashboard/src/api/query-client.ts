import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toApiError } from './api-error.ts';

let onSignedOut: () => void = () => {};
/** Whether a query has told already that nobody is signed in any more. */
let isTold = false;

/**
 * Calls `handler` when the server no longer knows who is asking. Of queries only the first one tells, until a call
 * succeeds again: pages ask by themselves all the time, and somebody who stays to copy what is not saved has heard it.
 * What a person does tells each time.
 */
export function whenSignedOut(handler: () => void): void {
  onSignedOut = handler;
}

/** Retries twice what may pass (network, 5xx); never what the server refused. */
export function mayPass(failures: number, error: unknown): boolean {
  const { status } = toApiError(error);
  return failures < 2 && (status === 0 || status >= 500);
}

function noticeSignedOut(error: unknown): void {
  if (toApiError(error).status !== 401) return;
  isTold = true;
  onSignedOut();
}

function noticeSuccess(): void {
  isTold = false;
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (!isTold) noticeSignedOut(error);
    },
    onSuccess: noticeSuccess,
  }),
  mutationCache: new MutationCache({ onError: noticeSignedOut, onSuccess: noticeSuccess }),
  defaultOptions: { queries: { retry: mayPass, staleTime: 5_000 }, mutations: { retry: false } },
});
