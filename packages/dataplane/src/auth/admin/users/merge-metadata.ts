import type { JsonObject } from '../../wire/read-body.ts';

/** Metadata with changes: fields that are not named stay, fields that are null go. */
export function mergeMetadata(current: JsonObject | null, changes: JsonObject): JsonObject {
  const merged = Object.entries({ ...current, ...changes });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}
