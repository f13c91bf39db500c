import type { ProjectStatus, SigningAlgorithm } from '@basalt/contract';
import type { RuntimeAuth } from './runtime-auth.ts';

/** A JWK as plain JSON. */
export type RuntimeJwk = { kty: string } & Record<string, unknown>;

/** A key that clients send. */
export interface RuntimeKey {
  /** SHA-256 of the whole key, base64url. */
  hash: string;
  role: 'anon' | 'service_role';
  type: 'legacy' | 'publishable' | 'secret';
  /** False: known, but switched off. */
  enabled: boolean;
}

/** `kid` is null for the JWT secret: tokens that it signs have none. */
export interface RuntimeSigningKey {
  kid: string | null;
  algorithm: SigningAlgorithm;
  jwk: RuntimeJwk;
}

/** Everything that serving a project takes, as plain data. It holds secrets and must not be logged. */
export interface ProjectRuntimeRecord {
  ref: string;
  /** Changes with anything else in the record. */
  revision: string;
  status: ProjectStatus;
  /** The status as the end of a sentence: "it is paused". */
  statusText: string;
  /** Changes when all services of the project were restarted. */
  servicesRestart: string | null;
  keys: RuntimeKey[];
  /** All that are not revoked; asymmetric ones with their public part only. */
  verificationKeys: RuntimeSigningKey[];
  /** The one in use, with its private part. */
  signingKey: RuntimeSigningKey;
  /** No schemas: the Data API is switched off. Null rows: no limit. */
  rest: { dbSchemas: string[]; dbExtraSearchPath: string[]; dbMaxRows: number | null };
  auth: RuntimeAuth;
}
