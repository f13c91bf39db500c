import type { ProjectSnapshot } from '@basalt/project';
import { signToken } from '../../tokens/sign-token.ts';
import type { TokenVerifier } from '../../tokens/token-verifier.ts';
import { StorageError } from '../errors/storage-error.ts';

const UPLOAD_SECONDS = 2 * 3_600;
const now = () => Math.floor(Date.now() / 1000);

export function signDownload(project: ProjectSnapshot, url: string, seconds: number): Promise<string> {
  return signToken(project.signingKey, { url, iat: now(), exp: now() + seconds });
}

/** @param transformations what the image is to look like: the link shows it in no other way */
export function signRendering(
  project: ProjectSnapshot,
  url: string,
  transformations: string,
  seconds: number,
): Promise<string> {
  return signToken(project.signingKey, { url, transformations, iat: now(), exp: now() + seconds });
}

export interface UploadRight {
  owner: string;
  upsert: boolean;
}

export function signUpload(project: ProjectSnapshot, url: string, right: UploadRight): Promise<string> {
  return signToken(project.signingKey, { url, ...right, iat: now(), exp: now() + UPLOAD_SECONDS });
}

/** @throws {StorageError} InvalidSignature, ExpiredToken; MissingParameter without a token */
export async function checkDownload(verifier: TokenVerifier, token: unknown, url: string): Promise<void> {
  const claims = await readClaims(verifier, token);
  if (claims.url !== url || 'upsert' in claims || 'transformations' in claims || 'role' in claims)
    throw invalid('InvalidSignature');
}

/** Answers what the image is to look like. @throws {StorageError} as {@link checkDownload} */
export async function checkRendering(verifier: TokenVerifier, token: unknown, url: string): Promise<string> {
  const { transformations, ...claims } = await readClaims(verifier, token);
  if (claims.url !== url || typeof transformations !== 'string' || 'upsert' in claims || 'role' in claims)
    throw invalid('InvalidSignature');
  return transformations;
}

/** @throws {StorageError} InvalidUploadSignature, InvalidSignature, ExpiredToken; MissingParameter without a token */
export async function checkUpload(
  verifier: TokenVerifier,
  token: unknown,
  url: string,
): Promise<UploadRight> {
  const { upsert, owner, ...claims } = await readClaims(verifier, token);
  if (claims.url !== url || typeof upsert !== 'boolean' || 'role' in claims)
    throw invalid('InvalidUploadSignature');
  return { upsert, owner: typeof owner === 'string' ? owner : '' };
}

async function readClaims(
  verifier: TokenVerifier,
  token: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  if (typeof token !== 'string' || token === '')
    throw new StorageError('MissingParameter', "querystring must have required property 'token'");
  const verdict = await verifier.verify(token);
  if (!verdict.ok && verdict.problem.message === 'JWT expired')
    throw new StorageError('ExpiredToken', '"exp" claim timestamp check failed');
  // A link without an end would be one that nobody can take back.
  if (!verdict.ok || typeof verdict.token.claims.exp !== 'number') throw invalid('InvalidSignature');
  return verdict.token.claims;
}

function invalid(code: 'InvalidSignature' | 'InvalidUploadSignature'): StorageError {
  return new StorageError(code, 'Invalid signature');
}
