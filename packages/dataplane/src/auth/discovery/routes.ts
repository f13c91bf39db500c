import type { AuthSettings, VerificationKey } from '@basalt/project';
import type { FastifyInstance } from 'fastify';
import type { JWK } from 'jose';
import manifest from '../../../package.json' with { type: 'json' };
import type { AuthServices } from '../auth-services.ts';
import { serverContext } from '../oauth-server/require-server.ts';
import { SCOPES } from '../oauth-server/scopes.ts';
import { issuer } from '../sessions/access-token.ts';

const CACHE = 'public, max-age=600';

export function registerDiscoveryRoutes(app: FastifyInstance, services: AuthServices): void {
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
    return serverMetadata(issuer(project), project.project.auth);
  });

  app.get('/.well-known/oauth-authorization-server', async (request, reply) => {
    const { project, settings } = serverContext(services, request);
    reply.header('cache-control', CACHE);
    return serverMetadata(issuer({ project }), settings);
  });
}

/**
 * What applications need to sign users in, and servers to check the project's tokens (OpenID Connect Discovery, RFC 8414).
 * @param issuer without a slash at its end
 */
function serverMetadata(
  issuer: string,
  settings: Pick<AuthSettings, 'oauth_server_enabled' | 'oauth_server_allow_dynamic_registration'>,
): Record<string, unknown> {
  const registers = settings.oauth_server_enabled && settings.oauth_server_allow_dynamic_registration;
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    ...(registers ? { registration_endpoint: `${issuer}/oauth/clients/register` } : {}),
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256', 'plain'],
    claims_supported: [
      ...['sub', 'aud', 'iss', 'exp', 'iat', 'auth_time', 'nonce', 'email', 'email_verified', 'phone_number'],
      ...['phone_number_verified', 'name', 'picture', 'preferred_username', 'updated_at'],
    ],
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
    saml_enabled: settings.saml_enabled,
    passkeys_enabled: settings.passkey_enabled,
  };
}
