import type { ApiKey } from '@basalt/contract';

/** What somebody is about to do with the publishable and secret keys. */
export type KeyChange = { kind: 'create' } | { kind: 'edit'; key: ApiKey } | { kind: 'delete'; key: ApiKey };

/** The keys a search finds by name, description or how they begin. */
export function findKeys(keys: readonly ApiKey[], search: string): ApiKey[] {
  const wanted = search.trim().toLowerCase();
  return keys.filter(({ name, description, prefix }) =>
    [name, description, prefix].some((text) => text?.toLowerCase().includes(wanted)),
  );
}
