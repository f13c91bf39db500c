import type { AuthSettings } from './auth-settings.ts';
import type { ProjectFunction } from './functions.ts';
import type { RealtimeSettings } from './realtime-settings.ts';

/** A JSON Web Key as plain JSON. */
export interface Jwk {
  kty?: string;
  /** The secret of a key that is one. */
  k?: string;
  [name: string]: unknown;
}

/** Where a database answers. Who asks adds the user. */
export interface DatabaseAddress {
  /** A host name, an address, or the absolute path of the directory that holds the server's unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

/** The two roles that a project's keys stand for. */
export type KeyRole = 'anon' | 'service_role';

/** A key that clients send as `apikey`. The key itself never leaves its owner: opaque keys are known by their hash. */
export interface ProjectKey {
  /** SHA-256 of the whole key, base64url. */
  hash: string;
  role: KeyRole;
  /** `legacy` keys are JWTs signed with the project's JWT secret; the others are opaque. */
  type: 'legacy' | 'publishable' | 'secret';
  /** False: known, but switched off (legacy keys can be). */
  enabled: boolean;
  /** The platform's own: what the dashboard asks is no traffic of the project and stays out of its log. */
  ofPlatform?: true;
}

/** A key that may have signed a token. HS256 keys are `{ kty: 'oct' }`; asymmetric ones hold their public part only. */
export interface VerificationKey {
  /** Null for the legacy JWT secret: it signs tokens without `kid`. */
  kid: string | null;
  algorithm: 'HS256' | 'ES256' | 'RS256' | 'EdDSA';
  jwk: Jwk;
}

/** Somebody else whose tokens the project's APIs take: Firebase, Auth0, a server of one's own. */
export interface ThirdPartyIssuer {
  /** What its tokens must say as `iss`; null: whoever holds one of the keys. */
  issuer: string | null;
  /** Public keys only, as they were when they were last asked for. */
  keys: readonly Jwk[];
}

/** The key that new user tokens are signed with, private part included. */
export interface SigningKey {
  kid: string | null;
  algorithm: 'HS256' | 'ES256' | 'RS256' | 'EdDSA';
  jwk: Jwk;
}

/** What programs sign S3 requests with, as `service_role`. */
export interface StorageAccessKey {
  accessKey: string;
  secret: string;
}

/** What the project's owner set for the Data API. Settings stored in the database (`pgrst.*`) win over these. */
export interface RestSettings {
  /** Exposed schemas; the first is the default. Empty: the Data API is switched off. */
  dbSchemas: readonly string[];
  dbExtraSearchPath: readonly string[];
  /** Rows at most per answer; null: no limit. */
  dbMaxRows: number | null;
}

/** What the project's owner set for its files. */
export interface StorageSettings {
  /** The largest file that is taken, in bytes. Its bucket may allow less. */
  fileSizeLimit: number;
  /** The most that all files may have together, in bytes; null for no limit. Its buckets may have less. */
  quota: number | null;
  /** The same for single buckets, by id. */
  bucketQuotas: Readonly<Record<string, number>>;
  /** Whether images are resized. */
  imageTransformation: boolean;
  /** Whether the S3 protocol is answered. */
  s3Protocol: boolean;
}

/** Why a project does not answer: a sentence for the client. */
export interface Unavailable {
  /** `starting`: its database will be back at once; what is held for it may stay. */
  kind: 'paused' | 'starting' | 'unavailable';
  message: string;
}

/**
 * Everything that is known of one project to serve it at one moment. Plain data, replaced as a whole when anything changes:
 * compare `revision` to know. It holds secrets and must not be logged.
 */
export interface ProjectSnapshot {
  ref: string;
  /** Grows with every change of keys, settings or status. */
  revision: string;
  /** Another value than before: all services were restarted, and whatever is held for the project from before must go. */
  servicesRestart: string | null;
  /** Null while the project serves requests. */
  unavailable: Unavailable | null;
  /** Base URL of the project's APIs as clients see it, without a slash at the end. Links are built from it only. */
  publicUrl: string;
  /** The same as its owner wants people to see it: what auth's links, tokens and callbacks name. */
  linkUrl: string;
  /** Where the project's database answers. Services log in as their own roles: replace `user`. */
  database: DatabaseAddress;
  keys: readonly ProjectKey[];
  verificationKeys: readonly VerificationKey[];
  thirdPartyIssuers: readonly ThirdPartyIssuer[];
  signingKey: SigningKey;
  storageKeys: readonly StorageAccessKey[];
  /**
   * The legacy key `anon`, which every page of the project's users holds: what S3 requests of a session are signed with. Null while
   * legacy keys are off.
   */
  anonKey: string | null;
  /** The label of its place, which S3 requests are signed for. */
  region: string;
  rest: RestSettings;
  auth: AuthSettings;
  storage: StorageSettings;
  realtime: RealtimeSettings;
  functions: readonly ProjectFunction[];
  /** Another value than before: what functions see as variables has changed. */
  functionVariables: string;
  /** The TCP port on which its database takes ordinary clients, with a password. */
  databasePort: number;
}
