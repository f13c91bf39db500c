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

/**
 * Retries up to so many times what may pass (network, 5xx); never what the server refused.
 * @param lasting how a message begins after which asking again changes nothing
 */
export const mayPass =
  (times: number, lasting: string | null = null) =>
  (failures: number, error: unknown): boolean => {
    const { status, message } = toApiError(error);
    if (lasting !== null && message.startsWith(lasting)) return false;
    return failures < times && (status === 0 || status >= 500);
  };

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
  defaultOptions: { queries: { retry: mayPass(2), staleTime: 5_000 }, mutations: { retry: false } },
});
