import { useTestCluster } from '@basalt/clusters/testing';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { InjectOptions } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from './auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase());
  // The client compares expiry times with its own clock.
  project.pass((Date.now() - project.now().getTime()) / 1000);
});
afterEach(() => project.close());

const KEY = 'sb_publishable_test';

/** The public client as it comes from npm; only the way of its requests is ours. */
function client(flowType: 'implicit' | 'pkce' = 'implicit'): SupabaseClient {
  const stored = new Map<string, string>();
  return createClient('http://api.test', KEY, {
    auth: {
      flowType,
      autoRefreshToken: false,
      storage: {
        getItem: (name) => stored.get(name) ?? null,
        setItem: (name, value) => void stored.set(name, value),
        removeItem: (name) => void stored.delete(name),
      },
    },
    global: { fetch: request },
  });
}

const request: typeof fetch = async (input, init) => {
  const { pathname, search } = new URL(String(input));
  const headers = Object.fromEntries(new Headers(init?.headers));
  if (headers.authorization?.includes(KEY)) delete headers.authorization;
  const answer = await project.app.inject({
    method: (init?.method ?? 'GET') as NonNullable<InjectOptions['method']>,
    url: pathname.replace('/auth/v1', '') + search,
    headers: { ...headers, 'x-test-key': 'anon' },
    ...(init?.body ? { payload: String(init.body) } : {}),
  });
  const body = answer.statusCode === 204 ? null : answer.payload;
  return new Response(body, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
};

const CREDENTIALS = { email: 'anna@example.com', password: 'correct horse' };
const newest = async () => (await project.messages(CREDENTIALS.email))[0];

test('signs up, confirms, signs in, refreshes, changes itself and signs out', async () => {
  const { auth } = client();
  const signedUp = await auth.signUp({ ...CREDENTIALS, options: { data: { name: 'Anna' } } });
  expect(signedUp).toMatchObject({
    error: null,
    data: { session: null, user: { email: CREDENTIALS.email } },
  });
  const early = await auth.signInWithPassword(CREDENTIALS);
  expect(early.error).toMatchObject({ code: 'email_not_confirmed', status: 400 });

  const token = (await newest())?.code ?? '';
  const verified = await auth.verifyOtp({ email: CREDENTIALS.email, token, type: 'email' });
  expect(verified.data.user?.user_metadata.name).toBe('Anna');
  const signedIn = await auth.signInWithPassword(CREDENTIALS);
  const refreshed = await auth.refreshSession();
  expect(refreshed.data.session?.refresh_token).not.toBe(signedIn.data.session?.refresh_token);
  expect((await auth.getUser()).data.user?.id).toBe(signedUp.data.user?.id);
  expect((await auth.getClaims()).data?.claims.sub).toBe(signedUp.data.user?.id);
  const updated = await auth.updateUser({ data: { name: 'Ann' } });
  expect(updated.data.user?.user_metadata.name).toBe('Ann');
  const weak = await auth.updateUser({ password: 'x' });
  expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
  expect((await auth.signOut()).error).toBeNull();
  expect((await auth.getSession()).data.session).toBeNull();
});

test('resets a password through the mailbox, with a code for the browser that asked', async () => {
  const { auth } = client('pkce');
  project.settings.mailer_autoconfirm = true;
  await auth.signUp(CREDENTIALS);
  await auth.signOut();
  const asked = await auth.resetPasswordForEmail(CREDENTIALS.email, { redirectTo: 'https://app.test/reset' });
  expect(asked.error).toBeNull();
  const link = new URL((await newest())?.link ?? '');
  const followed = await project.call('GET', link.pathname.replace(/^.*\/auth\/v1/, '') + link.search);
  const landing = new URL(followed.headers.location ?? '');
  expect(landing.origin + landing.pathname).toBe('https://app.test/reset');
  const exchanged = await auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
  expect(exchanged.error).toBeNull();
  expect((await auth.updateUser({ password: 'another one' })).error).toBeNull();
  const { error } = await client().auth.signInWithPassword({ ...CREDENTIALS, password: 'another one' });
  expect(error).toBeNull();
});

test('turns an anonymous visitor into a user', async () => {
  const { auth } = client();
  const visitor = await auth.signInAnonymously();
  expect(visitor.data.user?.is_anonymous).toBe(true);
  await auth.updateUser({ email: CREDENTIALS.email });
  const token = (await newest())?.code ?? '';
  const { data } = await auth.verifyOtp({ email: CREDENTIALS.email, token, type: 'email_change' });
  expect(data.user).toMatchObject({
    id: visitor.data.user?.id,
    is_anonymous: false,
    email: CREDENTIALS.email,
  });
});
