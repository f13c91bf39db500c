import { QueryClient } from '@tanstack/react-query';
import { toApiError } from './api-error.ts';

/** Retries what may pass (network, 5xx); never what the server refused. */
function mayPass(failures: number, error: unknown): boolean {
  const { status } = toApiError(error);
  return failures < 2 && (status === 0 || status >= 500);
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: mayPass, staleTime: 5_000 }, mutations: { retry: false } },
});
