import { createHash } from 'node:crypto';
import { accessibilityFaults } from '../basalt/page-checks.ts';
import { clientOf, keysOf, setAuth } from '../basalt/project-api.ts';
import { saveAll } from '../basalt/save-bar.ts';
import { expect, test } from '../basalt/test.ts';

const REDIRECT = 'https://reader.example.com/callback';
const VERIFIER = 'v'.repeat(64);

test('an application is added, and users sign in to it', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Library');
  await setAuth(api, ref, { mailer_autoconfirm: true });
  const keys = await keysOf(api, basalt, ref);
  await page.goto(`/project/${ref}/auth/oauth-applications`);
  const server = page.getByRole('region', { name: 'Server' });
  await server.getByRole('switch', { name: 'Let users sign in to other applications' }).click();
  await server.getByLabel('Consent page').fill('consent');
  await saveAll(page);
  await expect(server.getByText(/^Must be a path that begins with a slash/)).toBeVisible();
  await server.getByLabel('Consent page').fill('/oauth/consent');
  await saveAll(page);
  await expect(page.getByRole('group', { name: 'users decide at' })).toContainText(
    'localhost:3000/oauth/consent',
  );

  await page.getByRole('button', { name: 'Add application' }).click();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await dialog.getByRole('button', { name: 'Add application' }).click();
  await expect(dialog.getByText('Enter at least one address.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Reader');
  await dialog.getByLabel('Redirect addresses').fill('http://reader.example.com/');
  await dialog.getByRole('button', { name: 'Add application' }).click();
  await expect(dialog.getByText(/must begin with https/)).toBeVisible();
  await dialog.getByLabel('Redirect addresses').fill(REDIRECT);
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add application' }).click();
  const given = page.getByRole('dialog', { name: 'Reader' });
  const id = ((await given.getByRole('group', { name: 'client id' }).textContent()) ?? '').trim();
  const secret = ((await given.getByRole('group', { name: 'client secret' }).textContent()) ?? '').trim();
  await given.getByRole('button', { name: 'Done' }).click();

  // Programs that know the address of the server alone find its description.
  const issuer = new URL(`${keys.url}/auth/v1`);
  const description = await fetch(
    `${issuer.origin}/.well-known/oauth-authorization-server${issuer.pathname}`,
  );
  expect(await description.json()).toMatchObject({ issuer: issuer.href });

  // A browser is sent to the consent page, where a user agrees, and the application gets its tokens.
  const { auth } = clientOf(keys.url, keys.anon);
  await auth.signUp({ email: 'ann@example.com', password: 'columns of stone' });
  const asked = new URLSearchParams({
    client_id: id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const sent = await fetch(`${keys.url}/auth/v1/oauth/authorize?${asked}`, { redirect: 'manual' });
  const authorization =
    new URL(sent.headers.get('location') ?? '').searchParams.get('authorization_id') ?? '';
  expect((await auth.oauth.getAuthorizationDetails(authorization)).data).toMatchObject({
    client: { name: 'Reader' },
  });
  const { data } = await auth.oauth.approveAuthorization(authorization, { skipBrowserRedirect: true });
  const code = new URL(data?.redirect_url ?? '').searchParams.get('code') ?? '';
  const redeem = (body: Record<string, string>) =>
    fetch(`${keys.url}/auth/v1/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams(body),
    });
  const redeemed = await redeem({ grant_type: 'authorization_code', code, code_verifier: VERIFIER });
  const tokens = (await redeemed.json()) as { access_token: string; refresh_token: string };
  const info = await fetch(`${keys.url}/auth/v1/oauth/userinfo`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(await info.json()).toMatchObject({ email: 'ann@example.com' });

  await page.reload();
  const row = page.getByRole('table', { name: 'Applications' }).getByRole('row').filter({ hasText: id });
  await expect(row).toContainText('Reader');

  const choose = async (name: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('button', { name, exact: true }).click();
  };
  await choose('Edit…');
  await expect(dialog.getByLabel('Redirect addresses')).toHaveValue(REDIRECT);
  await dialog.getByLabel('Name').fill('Library reader');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Library reader');
  // With another secret the earlier one is worth nothing, and the new one is.
  await choose('New secret…');
  await dialog.getByRole('button', { name: 'Make a new secret' }).click();
  const renewed = page.getByRole('dialog', { name: 'Library reader' });
  const another = ((await renewed.getByRole('group', { name: 'client secret' }).textContent()) ?? '').trim();
  await renewed.getByRole('button', { name: 'Done' }).click();
  const proves = async (known: string) => {
    const authorization = `Basic ${Buffer.from(`${id}:${known}`).toString('base64')}`;
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    return (
      await fetch(`${keys.url}/auth/v1/oauth/token`, { method: 'POST', headers: { authorization }, body })
    ).ok;
  };
  expect(await proves(secret)).toBe(false);
  expect(await proves(another)).toBe(true);
  await choose('Delete…');
  await dialog.getByRole('button', { name: 'Delete application' }).click();
  await expect(page.getByText('No applications yet')).toBeVisible();
  expect(await proves(another)).toBe(false);
});
