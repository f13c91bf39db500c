import type { VerificationKey } from '@basalt/project';
import { publicKeys } from './public-keys.ts';

/** What a resource server needs to check the project's tokens (OpenID Connect Discovery). `issuer` without slash. */
export function openidConfiguration(
  issuer: string,
  keys: readonly VerificationKey[],
): Record<string, unknown> {
  const algorithms = new Set(publicKeys(keys).map(({ alg }) => alg));
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    code_challenge_methods_supported: ['S256', 'plain'],
    id_token_signing_alg_values_supported: algorithms.size > 0 ? [...algorithms] : ['HS256'],
    claims_supported: ['sub', 'aud', 'iss', 'iat', 'exp', 'email', 'phone', 'role', 'session_id'],
  };
}
