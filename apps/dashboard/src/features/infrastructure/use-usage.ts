import type { ResourceUsage } from '@basalt/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api/client.ts';
import { spanOf, type UsageRange } from './usage-ranges.ts';

/** Samples are a minute apart. */
const REFRESH = 60_000;
const POINTS = 180;

/** What a project used of the machine up to now, followed while it is looked at. */
export function useUsage(ref: string, range: UsageRange) {
  return useQuery({
    // Not the moments that are asked for: the same question has another answer a minute later.
    queryKey: [...orpc.resources.usage.key({ input: { ref } }), range],
    queryFn: async ({ signal }): Promise<ResourceUsage & { span: number }> => {
      const to = Date.now();
      const span = spanOf(range);
      const moments = { from: new Date(to - span).toISOString(), to: new Date(to).toISOString() };
      return { ...(await api.resources.usage({ ref, ...moments, points: POINTS }, { signal })), span };
    },
    refetchInterval: REFRESH,
    placeholderData: keepPreviousData,
  });
}
