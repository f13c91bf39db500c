/** A value at a moment, in milliseconds since 1970. */
export interface Point {
  at: number;
  value: number | null;
}

/**
 * For each point the average over the time that ends with it; null where fewer than `atLeast` values are known of it.
 * @param points oldest first
 */
export function slidingAverages(
  points: readonly Point[],
  { windowMs, atLeast }: { windowMs: number; atLeast: number },
): (number | null)[] {
  return points.map(({ at: end }, place) => {
    const values = points
      .slice(0, place + 1)
      .flatMap(({ at, value }) => (at > end - windowMs && value !== null ? [value] : []));
    if (values.length < Math.max(1, atLeast)) return null;
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  });
}
