/**
 * Runs pieces of one job side by side. The first failure fires the signal of the others, and is thrown when all have ended,
 * so nothing of the job goes on behind the caller's back.
 */
export async function allOrNone<T extends readonly unknown[]>(
  signal: AbortSignal | undefined,
  works: readonly [...{ [K in keyof T]: (signal: AbortSignal) => Promise<T[K]> }],
): Promise<T> {
  const stop = new AbortController();
  const inner = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  let first: { error: unknown } | null = null;
  const settled = await Promise.allSettled(
    works.map(async (work) => {
      try {
        return await work(inner);
      } catch (error) {
        first ??= { error };
        stop.abort();
        throw error;
      }
    }),
  );
  if (first !== null) throw (first as { error: unknown }).error;
  return settled.map((result) => (result as PromiseFulfilledResult<unknown>).value) as unknown as T;
}
