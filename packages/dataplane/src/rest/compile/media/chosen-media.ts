import type { PlanOption } from '../../request/rest-request.ts';
import type { QualifiedName } from '../../schema-cache/schema-cache.ts';

/** How rows become the answer's bytes. */
export type BodyFormat =
  | { kind: 'json'; singular: boolean; nullsStripped: boolean }
  | { kind: 'csv' }
  | { kind: 'geojson' }
  /** One value as its text. */
  | { kind: 'raw' }
  /** One value's bytes, whether it is text or bytea. */
  | { kind: 'bytes' }
  /** What an aggregate makes of all rows. `relation`: the row type it takes, null for any. */
  | { kind: 'handler'; function: QualifiedName; relation: QualifiedName | null };

export interface ChosenMedia {
  format: BodyFormat;
  contentType: string;
  /** Not the rows but how they are found is asked for. */
  plan: { format: 'text' | 'json'; options: readonly PlanOption[] } | null;
}
