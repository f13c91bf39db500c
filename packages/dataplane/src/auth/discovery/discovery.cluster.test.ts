import { useTestCluster } from '@basalt/clusters/testing';
import { exportJWK, generateKeyPair } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase());
});
afterEach(() => project.close());

const get = (url: string) => project.call('GET', url, undefined, { key: 'none' });

test('health says what this is', async () => {
  expect(await get('/health')).toMatchObject({
    status: 200,
    body: { name: 'GoTrue', version: expect.stringMatching(/^v\d/) },
  });
});

test('settings say what can be used, and no secret', async () => {
  const provider = {
    enabled: true,
    client_id: 'x',
    secret: 'hidden',
    url: '',
    additional_client_ids: '',
    email_optional: false,
    skip_nonce_check: false,
  };
  project.settings.external = { github: provider, google: { ...provider, enabled: false } };
  project.settings.smtp = {
    host: 'h',
    port: 1,
    user: 'u',
    pass: 'hidden',
    admin_email: 'a@b.c',
    sender_name: 's',
  };
  const { body } = await get('/settings');
  expect(body).toMatchObject({
    external: { email: true, phone: true, anonymous_users: true, github: true, google: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  });
  expect(JSON.stringify(body)).not.toContain('hidden');
});

test('the key set has the public parts of keys that have one, and may be kept', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  Object.assign(project.project, {
    verificationKeys: [
      { kid: null, algorithm: 'HS256', jwk: { kty: 'oct', k: 'c2VjcmV0' } },
      { kid: 'one', algorithm: 'ES256', jwk },
    ],
  });
  const { body, headers } = await get('/.well-known/jwks.json');
  expect(body).toEqual({
    keys: [
      {
        kty: 'EC',
        crv: 'P-256',
        x: jwk.x,
        y: jwk.y,
        kid: 'one',
        alg: 'ES256',
        use: 'sig',
        key_ops: ['verify'],
      },
    ],
  });
  expect(headers['cache-control']).toContain('max-age=600');
});

test('the configuration leads to the key set', async () => {
  const { body } = await get('/.well-known/openid-configuration');
  expect(body).toMatchObject({
    issuer: 'http://api.test/abcdefghijklmnopqrst/auth/v1',
    jwks_uri: 'http://api.test/abcdefghijklmnopqrst/auth/v1/.well-known/jwks.json',
  });
});
