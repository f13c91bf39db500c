import type { ClaimPath } from '../../caller/claim-path.ts';
import type { TokenVerifier } from '../../tokens/token-verifier.ts';

/** What the Data API knows about a database: read in one go, replaced as a whole, never changed. */
export interface SchemaCache {
  settings: DatabaseRestSettings;
  /** By schema, then by name: every exposed relation, and those that relationships lead through. */
  relations: ReadonlyMap<string, ReadonlyMap<string, Relation>>;
  /** By schema, then by name: all overloads. Exposed schemas only. */
  functions: ReadonlyMap<string, ReadonlyMap<string, readonly DatabaseFunction[]>>;
  /** Relationships by origin: key `relationKey(schema, name)`. Computed ones stand before detected ones. */
  relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** Settings of roles that a request takes over, by role: `statement_timeout` → `3s`. */
  roleSettings: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Domains that are named like media types, with the functions or aggregates that produce them. */
  mediaHandlers: readonly MediaHandler[];
  /** Comments of exposed schemas, by schema. */
  schemaComments?: ReadonlyMap<string, string>;
  /** Whether there is PostGIS to make GeoJSON of rows. */
  makesGeoJson?: boolean;
}

/** How a transaction ends, and whether a request may say so itself (`Prefer: tx=…`). */
export type TransactionEnd = 'commit' | 'commit-allow-override' | 'rollback' | 'rollback-allow-override';

/** The settings in force: the project's, with those stored in the database (`pgrst.*` on `authenticator`) over them. */
export interface DatabaseRestSettings {
  /** The first is the default schema. */
  schemas: readonly string[];
  extraSearchPath: readonly string[];
  maxRows: number | null;
  anonRole: string | null;
  /** Without a schema it is looked up in that of the request, then in the extra search path. */
  preRequest: { schema: string | null; name: string } | null;
  rootSpec: { schema: string; name: string } | null;
  planEnabled: boolean;
  aggregatesEnabled: boolean;
  txEnd: TransactionEnd;
  openapiMode: 'follow-privileges' | 'ignore-privileges' | 'disabled';
  openapiSecurityActive: boolean;
  openapiServerProxyUri: string | null;
  /** What `aud` of a token must be or hold when the token has one; null: anything. */
  jwtAudience: string | null;
  /** Where in a token's claims its role stands. */
  roleClaim: ClaimPath;
  /** Tokens of somebody else that are believed beside the project's; null: none are. */
  foreignVerifier: TokenVerifier | null;
  /** Pages of which origins may read answers; empty: all. */
  corsOrigins: readonly string[];
  /** A header of the request that the answer repeats, lower-cased; null: none. */
  traceHeader: string | null;
  serverTimingEnabled: boolean;
  /** `minimal`: errors have a code and a message only. */
  errorVerbosity: 'verbose' | 'minimal';
  /** Parameters may call an embed that has an alias by its name. */
  legacyTargetNames: boolean;
}

export interface QualifiedName {
  schema: string;
  name: string;
}

export interface Relation extends QualifiedName {
  kind: 'table' | 'partitioned' | 'view' | 'materialized' | 'foreign';
  comment: string | null;
  columns: ReadonlyMap<string, Column>;
  /** In key order; empty without one. Of a view: the columns that carry its base table's key. */
  primaryKey: readonly string[];
  insertable: boolean;
  updatable: boolean;
  deletable: boolean;
  /** True for a partition of another table: it has no relationships of its own. */
  isPartition?: boolean;
  /** Functions of the row type with one value: read like columns, but not part of `*`. By name. */
  computedFields?: ReadonlyMap<string, ComputedField>;
}

/** Called with a row of the relation: `function(row)`. */
export interface ComputedField {
  function: QualifiedName;
  /** As `Column.type`. */
  type: string;
}

export interface Column {
  name: string;
  /** As `format_type` says, without modifiers: `integer`, `my schema.my type` quoted as needed, `text[]`. */
  type: string;
  /** Base type when `type` is a domain, else the same. */
  baseType: string;
  /** With modifiers, for descriptions: `character varying(10)`. */
  format: string;
  isArray: boolean;
  isComposite: boolean;
  nullable: boolean;
  /** Expression text of the default, null without one. An identity column has one. */
  default: string | null;
  maxLength: number | null;
  enumValues: readonly string[];
  comment: string | null;
  /** Casts of a domain that stand for its value on the wire. */
  representation: DataRepresentation | null;
}

/** Functions behind the casts domain → json, json → domain, text → domain. Null where there is no such cast. */
export interface DataRepresentation {
  toJson: QualifiedName | null;
  fromJson: QualifiedName | null;
  fromText: QualifiedName | null;
}

export interface DatabaseFunction extends QualifiedName {
  comment: string | null;
  arguments: readonly FunctionArgument[];
  /**
   * Names of OUT, INOUT and TABLE columns make a composite result even without a named row type. A plain `record` is a
   * scalar: its columns are not known before it is called.
   */
  returns: FunctionReturn;
  volatility: 'volatile' | 'stable' | 'immutable';
  isVariadic: boolean;
  /** Settings that the function itself makes which matter to a transaction: isolation and timeouts. */
  settings: ReadonlyMap<string, string>;
  /** Its oid: tells overloads apart where privileges are asked for. */
  oid?: number;
}

export interface FunctionArgument {
  /** Empty for an unnamed one. */
  name: string;
  type: string;
  required: boolean;
  variadic: boolean;
}

export type FunctionReturn =
  | { kind: 'void' }
  | { kind: 'scalar'; set: boolean; type: string }
  /** `relation`: the table or view whose row type it is; null for OUT columns and other composites. */
  | {
      kind: 'composite';
      set: boolean;
      relation: QualifiedName | null;
      /** OUT, INOUT and TABLE columns, when the function has them. */
      columns?: readonly { name: string; type: string }[];
    };

export type Cardinality = 'm2o' | 'o2m' | 'o2o' | 'm2m';

export type Relationship =
  | {
      kind: 'key';
      cardinality: Exclude<Cardinality, 'm2m'>;
      origin: QualifiedName;
      target: QualifiedName;
      /** Name of the foreign key. */
      constraint: string;
      /** Pairs of columns that must be equal. */
      columns: readonly { origin: string; target: string }[];
      /** A table that refers to itself. */
      isSelf: boolean;
      /** True when the origin's columns refer to the target's, false the other way round. Tells one-to-one sides apart. */
      forward?: boolean;
    }
  | {
      kind: 'junction';
      cardinality: 'm2m';
      origin: QualifiedName;
      target: QualifiedName;
      junction: QualifiedName;
      originConstraint: string;
      targetConstraint: string;
      originColumns: readonly { origin: string; junction: string }[];
      targetColumns: readonly { junction: string; target: string }[];
      isSelf: boolean;
    }
  | {
      kind: 'computed';
      cardinality: 'm2o' | 'o2m';
      origin: QualifiedName;
      target: QualifiedName;
      /** Called with the origin's row; its name is the embed's name. */
      function: QualifiedName;
      isSelf: boolean;
    };

export interface MediaHandler {
  mediaType: string;
  /** The domain's name. */
  domain: QualifiedName;
  /** Aggregate over rows of this relation; null: over any row, or a scalar function's own return. */
  relation: QualifiedName | null;
  function: QualifiedName;
  /** False: an ordinary function whose own return is the body. */
  isAggregate: boolean;
}

export function relationKey({ schema, name }: QualifiedName): string {
  return `${schema}\u0000${name}`;
}
