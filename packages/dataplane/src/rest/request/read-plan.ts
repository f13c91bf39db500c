/** The typed form of a request's query string: what was asked, before anybody looked whether it exists. Plain data. */

/** `a`, `a->b`, `a->0->>c`. */
export interface FieldPath {
  name: string;
  /** Steps into JSON or an array. `asText` is `->>`. An index is a whole number, negative ones count from the end. */
  steps: readonly JsonStep[];
}
export type JsonStep =
  | { kind: 'key'; key: string; asText: boolean }
  | { kind: 'index'; index: number; asText: boolean };

export const AGGREGATES = ['sum', 'avg', 'max', 'min', 'count'] as const;
export type AggregateName = (typeof AGGREGATES)[number];

export type SelectItem =
  | { kind: 'star' }
  | FieldItem
  /** `count()` on its own: rows. */
  | { kind: 'count'; alias: string | null; cast: string | null }
  | EmbedItem;

export interface FieldItem {
  kind: 'field';
  field: FieldPath;
  alias: string | null;
  /** Type name as written, `numeric` in `amount::numeric.sum()`: before the aggregate if there is one. */
  cast: string | null;
  aggregate: { name: AggregateName; cast: string | null } | null;
}

export interface EmbedItem {
  kind: 'embed';
  /** The relation's name as written. */
  name: string;
  alias: string | null;
  hint: string | null;
  join: 'inner' | 'left' | null;
  spread: boolean;
  /** A parameter called it by its name although it has an alias. */
  calledByName?: boolean;
  /** What is read there, with the filters, order, limit and offset that were addressed to it. */
  level: ReadLevel;
}

/** One level of a read: the resource itself, or an embedded one. */
export interface ReadLevel {
  /** Empty: nothing of it is shown (`rel()`). */
  select: readonly SelectItem[];
  /** All must hold. */
  where: readonly Condition[];
  order: readonly OrderTerm[];
  /** Rows at most; null: no limit asked for. */
  limit: number | null;
  offset: number;
}

export type Condition =
  | { kind: 'and' | 'or'; negated: boolean; conditions: readonly Condition[] }
  /** `field.name` may also be an embed of this level (`rel=is.null`): the compiler knows. */
  | { kind: 'test'; negated: boolean; field: FieldPath; test: Test };

export const COMPARISONS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
] as const;
export const PLAIN_OPERATORS = ['isdistinct', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'] as const;
export const TEXT_SEARCHES = ['fts', 'plfts', 'phfts', 'wfts'] as const;

export type Test =
  /** With a quantifier the value is an array text: `{a,b}`. In `like` and `ilike` `*` is already `%`. */
  | { operator: (typeof COMPARISONS)[number]; quantifier: 'any' | 'all' | null; value: string }
  | { operator: (typeof PLAIN_OPERATORS)[number]; value: string }
  | { operator: 'in'; values: readonly string[] }
  | { operator: 'is'; value: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }
  | { operator: (typeof TEXT_SEARCHES)[number]; language: string | null; value: string };

export interface OrderTerm {
  /** Null: a column of this level. Otherwise alias or name of a to-one embed (`order=rel(col).desc`). */
  embed: string | null;
  field: FieldPath;
  direction: 'asc' | 'desc' | null;
  nulls: 'first' | 'last' | null;
}
