import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import { buildOpenApi, type OpenApiOptions } from './build-open-api.ts';
import type { SchemaPrivileges } from './privileges.ts';

// Of a thousand tables the document has megabytes and takes a tenth of a second to make, and anybody may ask for it.
const KEPT_PER_CACHE = 6;
const kept = new WeakMap<SchemaCache, Map<string, string>>();

/** `buildOpenApi` as JSON text. Kept for as long as the schema cache lives, for the last few that differ. */
export function openApiText(cache: SchemaCache, options: OpenApiOptions): string {
  const texts = kept.get(cache) ?? new Map<string, string>();
  kept.set(cache, texts);
  const { schema, serverUrl, version, privileges } = options;
  const key = JSON.stringify([schema, serverUrl, version, privileges && plain(privileges)]);
  const text = texts.get(key) ?? JSON.stringify(buildOpenApi(cache, options));
  // Taken out and put back, so that the one least recently asked for comes first.
  texts.delete(key);
  texts.set(key, text);
  const [oldest] = texts.keys();
  if (texts.size > KEPT_PER_CACHE && oldest !== undefined) texts.delete(oldest);
  return text;
}

function plain({ relations, functions }: SchemaPrivileges) {
  return [[...relations].map(([name, allowed]) => [name, ...Object.values(allowed)]), [...functions]];
}
