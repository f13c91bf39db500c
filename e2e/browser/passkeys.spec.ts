import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { keysOf, type ProjectKeys, setAuth } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';
import { plugIn } from '../basalt/virtual-authenticator.ts';

const PASSWORD = 'columns of stone';
const EMAIL = 'ada@example.com';
const CLIENT = readFileSync(
  createRequire(import.meta.url)
    .resolve('@supabase/supabase-js')
    .replace('index.cjs', 'umd/supabase.js'),
);

/** An application of one page that has nothing but the public client, as it comes from npm. */
async function serveApplication({ url, anon }: ProjectKeys): Promise<{ server: Server; origin: string }> {
  const settings = { auth: { experimental: { passkey: true } } };
  const page = `<!doctype html><title>Application</title><script src="/client.js"></script>
    <script>client = supabase.createClient(${[url, anon, settings].map((each) => JSON.stringify(each))})</script>`;
  const server = createServer((request, response) => {
    const isClient = request.url === '/client.js';
    response.setHeader('content-type', isClient ? 'text/javascript' : 'text/html');
    response.end(isClient ? CLIENT : page);
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

type Application = typeof globalThis & { client: SupabaseClient };

const signInWithPasskey = (page: Page) =>
  page.evaluate(async () => {
    const { data, error } = await (globalThis as Application).client.auth.signInWithPasskey();
    return { email: data?.user?.email, code: error?.code };
  });
const level = (page: Page) =>
  page.evaluate(async () => {
    const { mfa } = (globalThis as Application).client.auth;
    return (await mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;
  });
const signOut = (page: Page) => page.evaluate(() => (globalThis as Application).client.auth.signOut());

test('a browser makes a passkey, signs in with it and proves a security key', async ({
  page,
  strangerPage,
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Passkeys');
  const keys = await keysOf(api, basalt, ref);
  const application = await serveApplication(keys);
  const phishing = await serveApplication(keys);
  await setAuth(api, ref, {
    mailer_autoconfirm: true,
    passkey_enabled: true,
    mfa_web_authn_enroll_enabled: true,
    mfa_web_authn_verify_enabled: true,
    webauthn_rp_id: 'localhost',
    webauthn_rp_display_name: 'Application',
    webauthn_rp_origins: application.origin,
  });
  // The auth service hears of it a moment later.
  const settings = async () =>
    (await fetch(`${keys.url}/auth/v1/settings`, { headers: { apikey: keys.anon } })).text();
  await expect.poll(settings).toContain('"passkeys_enabled":true');

  const session = await strangerPage.context().newCDPSession(strangerPage);
  const laptop = await plugIn(session, 'internal');
  await strangerPage.goto(application.origin);
  const userId = await strangerPage.evaluate(
    async (credentials) => {
      const { auth } = (globalThis as Application).client;
      const { data, error } = await auth.signUp(credentials);
      const made = await auth.registerPasskey();
      const twice = await auth.registerPasskey();
      if (error || made.error || !twice.error) throw new Error(`${error} ${made.error} ${twice.error}`);
      return data.user?.id;
    },
    { email: EMAIL, password: PASSWORD },
  );
  await signOut(strangerPage);
  expect(await signInWithPasskey(strangerPage)).toEqual({ email: EMAIL });
  expect(await level(strangerPage)).toBe('aal1');

  // Another page of the same host has the passkey, but not the right to use it.
  await strangerPage.goto(phishing.origin);
  expect(await signInWithPasskey(strangerPage)).toEqual({ code: 'webauthn_verification_failed' });
  await strangerPage.goto(application.origin);

  await plugIn(session, 'usb', laptop);
  const factorId = await strangerPage.evaluate(async () => {
    const { mfa } = (globalThis as Application).client.auth;
    const { data, error } = await mfa.webauthn.register({ friendlyName: 'Blue key' });
    if (error) throw error;
    return data?.user.factors?.[0]?.id ?? '';
  });
  expect(await level(strangerPage)).toBe('aal2');
  await signOut(strangerPage);
  await strangerPage.evaluate(
    async ({ credentials, factorId }) => {
      const { auth } = (globalThis as Application).client;
      await auth.signInWithPassword(credentials);
      const { error } = await auth.mfa.webauthn.authenticate({ factorId });
      if (error) throw error;
    },
    { credentials: { email: EMAIL, password: PASSWORD }, factorId },
  );
  expect(await level(strangerPage)).toBe('aal2');

  await page.goto(`/project/${ref}/auth/users/${userId}`);
  await expect(page.getByText('Blue key (Security key)')).toBeVisible();
  await page
    .getByRole('list', { name: 'Passkeys' })
    .getByRole('button', { name: /^Delete / })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete passkey' }).click();
  await expect(page.getByText('None. Users make passkeys themselves in an application.')).toBeVisible();
  application.server.close();
  phishing.server.close();
});
