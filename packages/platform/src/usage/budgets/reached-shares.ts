/**
 * The shares of a budget that are reached, in percent, ascending.
 * @param used null: it was not measured
 */
export function reachedShares(
  { amount, shares }: { amount: number; shares: readonly number[] },
  used: number | null,
): number[] {
  if (used === null) return [];
  return shares.filter((share) => used * 100 >= amount * share).sort((one, other) => one - other);
}
