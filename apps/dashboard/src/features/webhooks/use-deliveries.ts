import type { WebhookDelivery } from '@basalt/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api/client.ts';

const PER_PAGE = 50;
const REFRESH_MS = 3_000;

/** Requests of a project or of one of its webhooks, the newest first. */
export function useDeliveries(ref: string, hook: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...orpc.webhooks.listDeliveries.queryKey({ input: { ref, hook } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.webhooks.listDeliveries(
        {
          ref,
          limit: PER_PAGE,
          ...(hook !== undefined && { hook }),
          ...(pageParam !== null && { before: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: WebhookDelivery[]) =>
      last.length < PER_PAGE ? undefined : (last.at(-1)?.id ?? undefined),
    select: ({ pages }) => pages.flat(),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
}
