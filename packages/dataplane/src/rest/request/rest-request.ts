import type { ReadLevel } from './read-plan.ts';

/** A whole request to the Data API, typed and checked as far as that goes without knowing the database. Plain data. */
export interface RestRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';
  resource: { kind: 'root' } | { kind: 'relation'; name: string } | { kind: 'function'; name: string };
  /** From Accept-Profile or Content-Profile; null: the default schema. */
  schema: string | null;
  /** The select, filters and paging of the query string. For RPC without the arguments. `Range` is merged in. */
  read: ReadLevel;
  /**
   * RPC by GET or HEAD: every parameter that is not reserved, in order, decoded. None of them is in `read`. The compiler
   * tells arguments from filters: `looksLikeFilter(name, value)` says what the form allows, and
   * `parseFilterParameter(name, value, level)` (both in parse-filters.ts) gives `read` with the filter added.
   */
  queryArguments: readonly { name: string; value: string }[];
  /** `columns=`, null when absent. */
  columns: readonly string[] | null;
  /** `on_conflict=`, null when absent. */
  onConflict: readonly string[] | null;
  body: RestBody | null;
  preferences: Preferences;
  /** In the client's order of preference. */
  accept: readonly MediaType[];
  /** The query string with parameters sorted, for Content-Location. */
  canonicalQuery: string;
}

export type RestBody =
  /** Checked JSON: `text` goes to the database as it came; of a large body it is the bytes. `keys` are those of the object, or of all objects of the array (equal unless `columns=` is given). */
  | {
      kind: 'json';
      text: string | Buffer;
      shape: 'object' | 'array' | 'other';
      keys: readonly string[];
      rows: number;
    }
  /** CSV or a form, as a JSON array (CSV) or object (form) of texts and nulls, ready to use like JSON. */
  | {
      kind: 'text-values';
      text: string | Buffer;
      shape: 'object' | 'array';
      keys: readonly string[];
      rows: number;
    }
  /** For a function with one unnamed argument. */
  | { kind: 'raw'; mediaType: 'text/plain' | 'text/xml' | 'application/octet-stream'; bytes: Buffer };

export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation' | null;
  count: 'exact' | 'planned' | 'estimated' | null;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  tx: 'commit' | 'rollback' | null;
  handling: 'lenient' | 'strict' | null;
  timezone: string | null;
  maxAffected: number | null;
  /** Those we do not know, as they came. */
  unknown: readonly string[];
}

export type MediaType =
  | { kind: 'any' }
  | { kind: 'json'; nullsStripped: boolean }
  | { kind: 'object'; nullsStripped: boolean }
  | { kind: 'array'; nullsStripped: boolean }
  | { kind: 'csv' }
  | { kind: 'openapi' }
  | { kind: 'geojson' }
  | { kind: 'plan'; format: 'text' | 'json'; for: MediaType; options: readonly PlanOption[] }
  | { kind: 'raw'; mediaType: 'application/octet-stream' | 'text/plain' | 'text/xml' }
  | { kind: 'other'; mediaType: string };
export type PlanOption = 'analyze' | 'verbose' | 'settings' | 'buffers' | 'wal';
