import type { JsonObject } from '../wire/read-body.ts';

/** Metadata with changes: null removes a key, anything else replaces it. */
export function mergeMetadata(before: JsonObject, changes: JsonObject): JsonObject {
  const entries = Object.entries({ ...before, ...changes });
  return Object.fromEntries(
    entries.filter(([key]) => !(Object.hasOwn(changes, key) && changes[key] === null)),
  );
}
