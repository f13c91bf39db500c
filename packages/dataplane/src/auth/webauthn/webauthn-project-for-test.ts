import type { ConnectionTarget } from '@basalt/postgres';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { authProjectForTest } from '../auth-project-for-test.ts';

export const ORIGIN = 'https://app.example.com';
const PASSWORD = 'correct horse';

/** A project with passkeys and security keys, and the public client as it comes from npm. */
export async function webauthnProjectForTest(database: ConnectionTarget) {
  const project = await authProjectForTest(database, {
    mailer_autoconfirm: true,
    external_anonymous_users_enabled: true,
    passkey_enabled: true,
    mfa_web_authn_enroll_enabled: true,
    mfa_web_authn_verify_enabled: true,
    webauthn_rp_id: 'example.com',
    webauthn_rp_display_name: 'Example',
    webauthn_rp_origins: `${ORIGIN}, https://example.com`,
  });
  // The client compares expiry times with its own clock.
  project.pass((Date.now() - project.now().getTime()) / 1000);
  const url = await project.app.listen({ host: '127.0.0.1', port: 0 });
  // The gateway takes the prefix off.
  const withoutPrefix: typeof fetch = (input, init) => fetch(String(input).replace('/auth/v1', ''), init);
  const client = (key = 'sb_publishable_test'): SupabaseClient =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, experimental: { passkey: true } },
      global: { fetch: withoutPrefix },
    });
  return {
    ...project,
    client,
    admin: async () => client(await project.sign({ role: 'service_role' })).auth.admin,
    /** A client with a new user, who is signed in. */
    async person(email: string) {
      const { auth } = client();
      const { data, error } = await auth.signUp({ email, password: PASSWORD });
      if (!data.user || !data.session) throw new Error(`${email} could not sign up: ${error?.message}`);
      return { auth, id: data.user.id, token: data.session.access_token };
    },
    /** A further session of somebody. */
    async again(email: string) {
      const { auth } = client();
      await auth.signInWithPassword({ email, password: PASSWORD });
      return auth;
    },
  };
}

export type WebauthnProject = Awaited<ReturnType<typeof webauthnProjectForTest>>;
export type Person = Awaited<ReturnType<WebauthnProject['person']>>;
