import type { RequestLogCounts } from '@basalt/contract';

/** Parts of one bar as shares of the chart's height, stacked from the ground in this order. */
export interface ChartBar {
  at: number;
  to: number;
  total: number;
  clientErrors: number;
  serverErrors: number;
  heights: { server: number; client: number; good: number };
}

export interface ChartTotals {
  total: number;
  clientErrors: number;
  serverErrors: number;
}

/** A part that is there must be seen, however large the others are. */
const LEAST = 0.03;

export function chartBars({ bucket_seconds, buckets }: RequestLogCounts): { bars: ChartBar[]; top: number } {
  const top = niceTop(Math.max(0, ...buckets.map(({ total }) => total)));
  const share = (count: number) => (count === 0 ? 0 : Math.max(LEAST, count / top));
  const bars = buckets.map(({ at, total, client_errors, server_errors }) => {
    const server = share(server_errors);
    const client = Math.min(1 - server, share(client_errors));
    const good = total - client_errors - server_errors;
    return {
      at: Date.parse(at),
      to: Date.parse(at) + bucket_seconds * 1_000,
      total,
      clientErrors: client_errors,
      serverErrors: server_errors,
      heights: { server, client, good: Math.min(1 - server - client, share(good)) },
    };
  });
  return { bars, top };
}

export function chartTotals({ buckets }: RequestLogCounts): ChartTotals {
  const sum = (of: (bucket: RequestLogCounts['buckets'][number]) => number) =>
    buckets.reduce((total, bucket) => total + of(bucket), 0);
  return {
    total: sum(({ total }) => total),
    clientErrors: sum(({ client_errors }) => client_errors),
    serverErrors: sum(({ server_errors }) => server_errors),
  };
}

/** The next of 1, 2, 5, 10, 20, 50 … that is not smaller; a chart of nothing has a top of 1. */
export function niceTop(most: number): number {
  if (most <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= most) ?? most;
}
