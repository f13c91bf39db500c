import type { ConnectionTarget } from '@basalt/postgres';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Caller } from '../../gateway/project-request.ts';
import type { ProjectSnapshot } from '../../project/project-snapshot.ts';
import type { TokenVerifier } from '../../tokens/token-verifier.ts';
import { createAuthService } from '../auth-service.ts';
import type { AuthSettings } from '../auth-settings.ts';

const NO_TEXTS = {
  confirmation: '',
  recovery: '',
  magic_link: '',
  invite: '',
  email_change: '',
  reauthentication: '',
};

const SETTINGS: AuthSettings = {
  site_url: 'https://app.test',
  uri_allow_list: 'https://app.test/**',
  disable_signup: false,
  jwt_exp: 3600,
  external_email_enabled: true,
  external_phone_enabled: true,
  external_anonymous_users_enabled: true,
  mailer_autoconfirm: false,
  sms_autoconfirm: false,
  mailer_allow_unverified_email_sign_ins: false,
  mailer_secure_email_change_enabled: true,
  mailer_otp_exp: 3600,
  mailer_otp_length: 6,
  mailer_subjects: NO_TEXTS,
  mailer_templates: NO_TEXTS,
  smtp: null,
  smtp_max_frequency: 60,
  sms_max_frequency: 5,
  sms_otp_exp: 60,
  sms_otp_length: 6,
  sms_template: '',
  sms_test_otp: {},
  sms_provider: null,
  password_min_length: 6,
  password_required_characters: '',
  security_update_password_require_reauthentication: false,
  security_manual_linking_enabled: false,
  refresh_token_rotation_enabled: true,
  security_refresh_token_reuse_interval: 10,
  sessions_timebox: 0,
  sessions_inactivity_timeout: 0,
  sessions_single_per_user: false,
  mfa_max_enrolled_factors: 10,
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
  mfa_phone_enroll_enabled: false,
  mfa_phone_verify_enabled: false,
  rate_limit_email_sent: 1000,
  rate_limit_sms_sent: 1000,
  rate_limit_anonymous_users: 1000,
  rate_limit_token_refresh: 1000,
  rate_limit_verify: 1000,
  rate_limit_otp: 1000,
  external: {},
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface AuthAppForTest {
  app: FastifyInstance;
  /** Changed at once for the next request. */
  settings: AuthSettings;
  /**
   * One request, with the service key unless `caller` says otherwise. A text is sent as the body as it is, anything else as
   * JSON. Of tokens, `role:<role>` is valid.
   */
  call(method: Method, url: string, body?: unknown, caller?: Caller): Promise<Answer>;
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it.
  body: any;
}

const verifier: TokenVerifier = {
  verify(token) {
    const [kind, role] = token.split(':');
    if (kind !== 'role')
      return { ok: false, problem: { kind: 'signature', message: 'signature is invalid' } };
    return { ok: true, token: { claims: { role }, claimsJson: JSON.stringify({ role }) } };
  },
};

/** The auth service alone, as the gateway would serve it, on a database of the tests. */
export async function authAppForTest(database: ConnectionTarget): Promise<AuthAppForTest> {
  const app = Fastify();
  const settings = structuredClone(SETTINGS);
  const project: ProjectSnapshot = {
    ref: 'abcdefghijklmnopqrst',
    revision: '1',
    unavailable: null,
    publicUrl: 'http://api.test/abcdefghijklmnopqrst',
    database: { host: database.host, port: database.port, database: database.database },
    keys: [],
    verificationKeys: [],
    signingKey: {
      kid: null,
      algorithm: 'HS256',
      jwk: { kty: 'oct', k: Buffer.from('0123456789abcdef0123456789abcdef').toString('base64url') },
    },
    rest: { dbSchemas: ['public'], dbExtraSearchPath: [], dbMaxRows: null },
    auth: settings,
  };
  let caller: Caller = { kind: 'key', role: 'service_role' };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request) => {
    request.project = { project, verifier, caller, url: request.url, noteRole: () => {} };
  });
  await app.register(createAuthService({ log: app.log, passwordCost: 4 }));

  return {
    app,
    settings,
    async call(method, url, body, as = { kind: 'key', role: 'service_role' }) {
      caller = as;
      const response = await app.inject({
        method,
        url,
        headers: {
          'x-supabase-api-version': '2024-01-01',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = response.payload;
      return {
        status: response.statusCode,
        headers: response.headers,
        body: text === '' ? null : JSON.parse(text),
      };
    },
  };
}
