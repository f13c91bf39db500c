import type { ReadLevel } from '../request/read-plan.ts';
import type { RestRequest } from '../request/rest-request.ts';

export const ALL: ReadLevel = { select: [{ kind: 'star' }], where: [], order: [], limit: null, offset: 0 };
export const NO_PREFERENCES: RestRequest['preferences'] = {
  return: 'representation',
  count: null,
  resolution: null,
  missing: null,
  tx: null,
  handling: null,
  timezone: null,
  maxAffected: null,
  unknown: [],
};

/** A read of `items`, changed. */
export function requestWith(changes: Partial<RestRequest>): RestRequest {
  return {
    method: 'GET',
    resource: { kind: 'relation', name: 'items' },
    schema: null,
    read: ALL,
    queryArguments: [],
    columns: null,
    onConflict: null,
    body: null,
    preferences: NO_PREFERENCES,
    accept: [],
    canonicalQuery: '',
    ...changes,
  };
}

export function jsonBody(rows: readonly Record<string, unknown>[]): RestRequest['body'] {
  return {
    kind: 'json',
    text: JSON.stringify(rows),
    shape: 'array',
    keys: Object.keys(rows[0] ?? {}),
    rows: rows.length,
  };
}
