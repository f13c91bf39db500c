/**
 * Whether an object says already what a merge patch would write: every field of the patch is there, and none that the patch takes
 * away. Of lists, every entry in its place; what the server has added to an entry does not matter.
 */
export function isPart(patch: unknown, present: unknown): boolean {
  if (patch === null || patch === undefined) return present === null || present === undefined;
  if (typeof patch !== 'object') return patch === present;
  if (typeof present !== 'object' || present === null) return false;
  if (Array.isArray(patch))
    return (
      Array.isArray(present) &&
      patch.length === present.length &&
      patch.every((each, place) => isPart(each, present[place]))
    );
  return Object.entries(patch).every(([key, value]) =>
    isPart(value, (present as Record<string, unknown>)[key]),
  );
}
