/**
 * Tells what has been due at every look for a while, by a clock that nobody sets. Data must not be lost to a system clock that
 * went ahead by mistake and comes back.
 * @param waitMs how long that is
 */
export function dueForLong(waitMs: number): (due: readonly number[], steadyMs: number) => number[] {
  let since = new Map<number, number>();
  return (due, steadyMs) => {
    since = new Map(due.map((id) => [id, since.get(id) ?? steadyMs]));
    return due.filter((id) => steadyMs - (since.get(id) ?? steadyMs) >= waitMs);
  };
}
