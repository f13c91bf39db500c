import type { ConnectionTarget } from '@basalt/postgres';
import type { AuthSettings, OAuthProviderSettings } from '@basalt/project';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';
import type { AuthServiceOptions } from '../auth-service.ts';

export const SITE = 'https://app.example.com';
/** What is registered with the providers of the tests. */
export const CALLBACK = 'http://api.test/abcdefghijklmnopqrst/auth/v1/callback';
export const PASSWORD = 'a long password';

export interface AuthApp
  extends Pick<AuthProjectForTest, 'app' | 'pass' | 'sql' | 'close' | 'messages' | 'now'> {
  /** Change them at will: the next request sees it. */
  settings: AuthSettings;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions): Promise<Answer>;
  /** A confirmed user, signed in with a password. */
  signUp(email: string): Promise<{ id: string; token: string }>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it.
  body: any;
  /** Where the answer redirects to, '' if nowhere. */
  location: string;
}

export interface CallOptions {
  body?: object;
  /** In place of a body of JSON. */
  form?: Record<string, string>;
  token?: string;
  ip?: string;
}

const SETTINGS: Partial<AuthSettings> = {
  site_url: SITE,
  uri_allow_list: 'https://app.example.com/**,myapp://callback',
  external_anonymous_users_enabled: true,
  mailer_autoconfirm: true,
  smtp_max_frequency: 0,
  sms_max_frequency: 60,
  security_manual_linking_enabled: true,
};

/** A provider of a project, switched on. */
export function provider(changes: Partial<OAuthProviderSettings> = {}): OAuthProviderSettings {
  return {
    enabled: true,
    client_id: 'client',
    secret: 'secret',
    url: '',
    additional_client_ids: '',
    email_optional: false,
    skip_nonce_check: false,
    ...changes,
  };
}

/** The auth service of a project whose settings let people sign in with providers and factors. */
export async function startAuthApp(
  database: ConnectionTarget,
  options: Partial<AuthServiceOptions> = {},
): Promise<AuthApp> {
  const project = await authProjectForTest(database, SETTINGS, options);

  const call: AuthApp['call'] = async (method, path, { body, form, token, ip } = {}) => {
    // No two things happen at the very same moment.
    project.pass(0.001);
    const answer = await project.call(method, path, form ? new URLSearchParams(form).toString() : body, {
      token,
      key: 'none',
      ...(form ? { headers: { 'content-type': 'application/x-www-form-urlencoded' } } : {}),
      ...(ip ? { ip } : {}),
    });
    return { status: answer.status, body: answer.body, location: answer.headers.location ?? '' };
  };

  return {
    ...project,
    call,
    async signUp(email) {
      const { body } = await call('POST', '/signup', { body: { email, password: PASSWORD } });
      return { id: body.user.id, token: body.access_token };
    },
  };
}
