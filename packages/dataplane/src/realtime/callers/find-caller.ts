import type { ProjectSnapshot } from '@basalt/project';
import { CallerError } from '../../caller/caller-error.ts';
import {
  type Caller,
  createKeyFinder,
  DEFAULT_TOKEN_SETTINGS,
  type Identity,
  identifyCaller,
  type KeyFinder,
} from '../../caller/identify-caller.ts';
import { createCallerRing } from '../../tokens/key-ring.ts';
import type { TokenVerifier } from '../../tokens/token-verifier.ts';
import { RealtimeError } from '../realtime-error.ts';

/** As whom a socket or a channel speaks and listens. */
export interface ChannelCaller {
  identity: Identity;
  /** When its token ends, in milliseconds since 1970; null for a key. */
  expiresAt: number | null;
}

/** The keys of a project as they are now. */
export interface ProjectKeys {
  finder: KeyFinder;
  callerVerifier: TokenVerifier;
  project: Pick<ProjectSnapshot, 'verificationKeys'>;
}

export function projectKeys(project: ProjectSnapshot): ProjectKeys {
  return { finder: createKeyFinder(project), callerVerifier: createCallerRing(project), project };
}

/** @throws {RealtimeError} about the token */
export async function findIdentity(caller: Caller, keys: ProjectKeys): Promise<Identity> {
  try {
    return await identifyCaller({ caller, ...keys }, DEFAULT_TOKEN_SETTINGS);
  } catch (error) {
    throw error instanceof CallerError ? toRealtimeError(error) : error;
  }
}

/** The same for who stays: his token must say when it ends. @throws {RealtimeError} about the token */
export async function findChannelCaller(caller: Caller, keys: ProjectKeys): Promise<ChannelCaller> {
  const identity = await findIdentity(caller, keys);
  return { identity, expiresAt: caller.kind === 'token' ? endOf(identity) : null };
}

/**
 * Whom the token of a channel stands for. Keys of the project may stand in its place, as clients send theirs there.
 * @throws {RealtimeError}
 */
export async function callerOfToken(token: string, keys: ProjectKeys): Promise<ChannelCaller> {
  const key = keys.finder.find(token);
  if (key === null) return findChannelCaller({ kind: 'token', token }, keys);
  if (!key.enabled) throw new RealtimeError('InvalidJWTToken', 'Legacy API keys are disabled');
  return findChannelCaller({ kind: 'key', role: key.role }, keys);
}

function endOf({ claimsJson }: Identity): number {
  const { exp } = JSON.parse(claimsJson) as { exp?: unknown };
  if (typeof exp !== 'number')
    throw new RealtimeError('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT');
  const expiresAt = exp * 1000;
  if (expiresAt <= Date.now()) throw expired(expiresAt);
  return expiresAt;
}

export function expired(expiresAt: number): RealtimeError {
  const seconds = Math.max(0, Math.floor((Date.now() - expiresAt) / 1000));
  return new RealtimeError('InvalidJWTToken', `Token has expired ${seconds} seconds ago`);
}

function toRealtimeError({ problem }: CallerError): RealtimeError {
  if (problem.kind !== 'token-refused')
    return new RealtimeError('InvalidJWTToken', 'The token cannot be used with this project.');
  const { kind, message } = problem.problem;
  if (kind === 'malformed') return new RealtimeError('MalformedJWT', 'The token provided is not a valid JWT');
  if (kind === 'claims')
    return new RealtimeError('InvalidJWTToken', /expired/i.test(message) ? 'Token has expired' : message);
  return new RealtimeError('JwtSignatureError', 'Failed to validate JWT signature');
}
