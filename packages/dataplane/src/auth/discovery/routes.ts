import type { AuthSettings, VerificationKey } from '@basalt/project';
import type { FastifyInstance } from 'fastify';
import type { JWK } from 'jose';
import manifest from '../../../package.json' with { type: 'json' };
import type { AuthServices } from '../auth-services.ts';
import { issuer } from '../sessions/access-token.ts';

const CACHE = 'public, max-age=600';

export function registerDiscoveryRoutes(app: FastifyInstance, _services: AuthServices): void {
  app.get('/health', async () => ({
    version: `v${manifest.version}`,
    // The name that clients of this protocol expect.
    name: 'GoTrue',
    description: 'Sign-up, sign-in and user management of a project',
  }));

  app.get('/settings', async ({ project }) => publicSettings(project.project.auth));

  app.get('/.well-known/jwks.json', async ({ project }, reply) => {
    reply.header('cache-control', CACHE);
    return { keys: publicKeys(project.project.verificationKeys) };
  });

  app.get('/.well-known/openid-configuration', async ({ project }, reply) => {
    reply.header('cache-control', CACHE);
    return openidConfiguration(issuer(project), project.project.verificationKeys);
  });
}

/** What a resource server needs to check the project's tokens (OpenID Connect Discovery). `issuer` without slash. */
function openidConfiguration(issuer: string, keys: readonly VerificationKey[]): Record<string, unknown> {
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

// Everything else of a key stays here, whatever somebody put into it.
const PUBLIC_PARTS = ['kty', 'crv', 'x', 'y', 'n', 'e'] as const;

/** The keys with which anybody can check a token. Secrets that sign and check alike are not among them. */
function publicKeys(keys: readonly VerificationKey[]): JWK[] {
  return keys.filter(({ jwk, algorithm }) => jwk.kty !== 'oct' && algorithm !== 'HS256').map(publicKey);
}

function publicKey({ kid, algorithm, jwk }: VerificationKey): JWK {
  const parts = PUBLIC_PARTS.filter((part) => jwk[part] !== undefined).map((part) => [part, jwk[part]]);
  return {
    ...Object.fromEntries(parts),
    ...(kid === null ? {} : { kid }),
    alg: algorithm,
    use: 'sig',
    key_ops: ['verify'],
  };
}

/** What clients may know of a project's settings, to show the right buttons. */
function publicSettings(settings: AuthSettings): Record<string, unknown> {
  const providers = Object.entries(settings.external).map(([name, { enabled }]) => [name, enabled]);
  return {
    external: {
      ...Object.fromEntries(providers),
      anonymous_users: settings.external_anonymous_users_enabled,
      email: settings.external_email_enabled,
      phone: settings.external_phone_enabled,
    },
    disable_signup: settings.disable_signup,
    mailer_autoconfirm: settings.mailer_autoconfirm,
    phone_autoconfirm: settings.sms_autoconfirm,
    sms_provider: settings.sms_provider ?? '',
    saml_enabled: false,
    passkeys_enabled: settings.passkey_enabled,
  };
}
