import type { FunctionStats } from '@basalt/contract';

/** Calls of one part of the time. */
export interface CallsPoint {
  /** When it begins, milliseconds since 1970. */
  time: number;
  answered: number;
  refused: number;
  failed: number;
  /** Milliseconds; null: there were no calls. */
  p50: number | null;
  p95: number | null;
}

/** What charts draw: each call counts once. */
export function pointsOf({ buckets }: Pick<FunctionStats, 'buckets'>): CallsPoint[] {
  return buckets.map(({ at, invocations, client_errors, server_errors, p50_ms, p95_ms }) => ({
    time: Date.parse(at),
    answered: invocations - client_errors - server_errors,
    refused: client_errors,
    failed: server_errors,
    p50: p50_ms,
    p95: p95_ms,
  }));
}
