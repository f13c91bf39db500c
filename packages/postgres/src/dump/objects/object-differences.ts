import { type CatalogObject, isInPlatformSchema, keyOf } from './catalog-objects.ts';

/** The first object of the source that the target lacks, as a sentence; null when there is none. */
export function lostObject(
  source: readonly CatalogObject[],
  target: ReadonlyMap<string, CatalogObject>,
): string | null {
  const lost = source.find((object) => !object.isMember && !target.has(keyOf(object)));
  if (lost === undefined) return null;
  return isInPlatformSchema(lost)
    ? `The ${lost.type} ${lost.identity} lies in a schema of the platform, which a new version makes anew. Move it to a schema of your own, or drop it.`
    : `The ${lost.type} ${lost.identity} could not be carried over. Drop it, and create it again after the upgrade.`;
}

/**
 * The first thing that a copy lost, made out of nothing or gave to somebody else, as a sentence; null when everything is as it
 * should be. What the template holds may be there or not in the source.
 */
export function objectDifference(
  source: readonly CatalogObject[],
  target: ReadonlyMap<string, CatalogObject>,
  template: ReadonlyMap<string, CatalogObject>,
): string | null {
  const lost = lostObject(source, target);
  if (lost !== null) return lost;
  const strange = source.find(
    (object) =>
      !object.isMember && !template.has(keyOf(object)) && target.get(keyOf(object))?.owner !== object.owner,
  );
  if (strange !== undefined)
    return `The ${strange.type} ${strange.identity} could not be given to its owner, the role "${strange.owner}".`;
  const wanted = new Set(source.map(keyOf));
  const extra = [...target].find(
    ([key, object]) => !object.isMember && !wanted.has(key) && !template.has(key),
  );
  return extra === undefined
    ? null
    : `The ${extra[1].type} ${extra[1].identity} came up although the old database does not have it: a definition holds more than it should.`;
}
