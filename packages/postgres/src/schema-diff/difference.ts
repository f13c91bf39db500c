/** What a statement may cost. */
export type DifferenceRisk =
  /** It takes rows, columns or objects away. */
  | 'data_loss'
  /** The table is written anew, and cannot be used meanwhile. */
  | 'rewrite'
  /** It fails when a row that is there does not fit. */
  | 'may_fail'
  /** Nobody can read or write the table while it lasts. */
  | 'lock';

/** An object: `{ kind: 'column', name: 'public.notes.title' }`. The name is for people, not quoted for SQL. */
export interface DifferenceSubject {
  readonly kind: string;
  readonly name: string;
}

/** One statement of those that lead from one schema to the other, in the order in which they run. */
export interface DifferenceStatement extends DifferenceSubject {
  /** Null for what belongs to none: roles, extensions, publications. */
  readonly schema: string | null;
  readonly action: 'create' | 'alter' | 'drop';
  readonly sql: string;
  readonly risks: readonly DifferenceRisk[];
}

/** What is not the same on both sides, and that no statement leads over: of a kind that is only named. */
export interface NotCompared {
  readonly kind: string;
  /** Some of their names. */
  readonly names: readonly string[];
}

/** What leads from a schema to another one. Plain data. */
export interface SchemaDifference {
  /** Of all that is compared: two with the same fingerprint have no difference. */
  readonly from: string;
  readonly to: string;
  readonly statements: readonly DifferenceStatement[];
  /** What the session that runs them must have set, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** What differs and belongs to the platform. */
  readonly leftOut: readonly DifferenceSubject[];
  readonly notCompared: readonly NotCompared[];
}

/** A whole schema as it was at a moment, for comparisons later. Some hundred kilobytes, compressed; nobody else reads it. */
export type KeptSchema = Uint8Array;

/** Two schemas compared, and with what both were once. */
export interface SchemaComparison {
  /** Null: nothing was compared. */
  readonly difference: SchemaDifference | null;
  /** What has led from the base to `from`; null without a base. */
  readonly since: SchemaDifference | null;
  /** The schema of `to`, where it was asked for. */
  readonly schema: KeptSchema | null;
}
