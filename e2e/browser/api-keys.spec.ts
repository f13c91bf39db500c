import type { Locator, Page } from '@playwright/test';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const line = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });

async function openSettings(page: Page, ref: string): Promise<void> {
  await page.goto(`/project/${ref}/settings/api`);
  await expect(line(page, 'anon key')).toBeVisible();
}

/** What a project's Data API answers to a key. */
async function statusOf(url: string, apikey: string): Promise<number> {
  return (await fetch(`${url}/rest/v1/notes`, { headers: { apikey } })).status;
}

test('secrets are shown for a moment, and copied without being shown', async ({
  page,
  api,
  basalt,
  project,
}) => {
  const keys = await keysOf(api, basalt, project.ref);
  await openSettings(page, project.ref);
  await expect(line(page, 'anon key')).toHaveText(keys.anon);
  await expect(line(page, 'publishable key default')).toHaveText(keys.publishable);
  await expect(page.getByRole('button', { name: /(Hide|Reveal) anon key/ })).toHaveCount(0);
  await expect(page.getByText(keys.serviceRole)).toHaveCount(0);

  for (const [name, key] of [
    ['service_role key', keys.serviceRole],
    ['secret key default', keys.secret],
  ] as const) {
    await page.getByRole('button', { name: `Reveal ${name}` }).click();
    await expect(line(page, name)).toHaveText(key);
    await expect(line(page, name)).not.toHaveText(key);
    await page.getByRole('button', { name: `Copy ${name}` }).click();
    await expect.poll(() => clipboard(page)).toBe(key);
    await expect(line(page, name)).not.toHaveText(key);
  }

  await page.getByRole('button', { name: 'Copy project URL' }).click();
  // Not only for screen readers. It stays for two seconds, so it is measured once.
  const configuration = page.getByRole('region', { name: 'Configuration' });
  const said = configuration.getByText('Copied', { exact: true });
  const { x = 0, y = 0, width = 0 } = (await said.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(30);
  expect([x >= 0, y >= 0, x + width <= 1280, y < 800]).toEqual([true, true, true, true]);
  await expect.poll(() => clipboard(page)).toBe(keys.url);
  await expect(said).toHaveCount(0);
});

test('a secret key is made, opens the Data API and is deleted by its exact name', async ({
  page,
  api,
  basalt,
  project,
}) => {
  const { url } = await keysOf(api, basalt, project.ref);
  await api.rows(project.ref, 'create table if not exists notes (id int)');
  await openSettings(page, project.ref);
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('radio', { name: 'Secret' }).check();
  await dialog.getByLabel('Name').fill('Nightly job');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await expect(dialog.getByText('Use lower-case letters, digits and _.')).toBeVisible();
  await dialog.getByLabel('Name').fill('default');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await expect(dialog.getByText('There is already a secret key with the name default.')).toBeVisible();
  await dialog.getByLabel('Name').fill('nightly_job');
  await dialog.getByLabel('Description').fill('Copies the orders');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await expect(dialog).toHaveCount(0);

  await expect(panel(page, 'API keys').getByText('Copies the orders')).toBeVisible();
  await page.getByRole('button', { name: 'Copy secret key nightly_job' }).click();
  await expect.poll(() => clipboard(page)).toMatch(/^sb_secret_/);
  const key = await clipboard(page);
  await expect.poll(() => statusOf(url, key)).toBe(200);

  await page.getByRole('button', { name: 'Actions for secret key nightly_job' }).click();
  await page.getByRole('button', { name: 'Delete key' }).click();
  const question = page.getByRole('dialog', { name: 'Delete secret key' });
  await question.getByRole('textbox').fill('nightly');
  await question.getByRole('button', { name: 'Delete key' }).click();
  await expect(question.getByText('Value entered does not match')).toBeVisible();
  await question.getByRole('textbox').fill('nightly_job');
  await question.getByRole('button', { name: 'Delete key' }).click();
  await expect(line(page, 'secret key nightly_job')).toHaveCount(0);
  await expect.poll(() => statusOf(url, key)).toBe(401);
});

test('when a key was used last is told, so that one nobody needs can be deleted', async ({
  page,
  api,
  basalt,
  project: { ref },
}) => {
  const make = async (type: string, name: string) => {
    const { status, body } = await api.request('POST', `/v1/projects/${ref}/api-keys?reveal=true`, {
      type,
      name,
    });
    expect(status).toBe(201);
    return body as { id: string; api_key: string };
  };
  const used = await make('publishable', 'fingal');
  const unused = await make('secret', 'fingal');
  try {
    const { url } = await keysOf(api, basalt, ref);
    const ask = () => fetch(`${url}/auth/v1/settings`, { headers: { apikey: used.api_key } });
    await expect.poll(async () => (await ask()).status).toBe(200);
    const uses = async () => (await api.request('GET', `/platform/projects/${ref}/api-keys/last-uses`)).body;
    await expect.poll(uses).toContainEqual(expect.objectContaining({ id: used.id }));
    await openSettings(page, ref);
    const row = (name: string) => page.getByRole('listitem').filter({ has: line(page, name) });
    await expect(row('publishable key fingal').getByText('Last used just now')).toBeVisible();
    await expect(row('secret key fingal').getByText('No use recorded')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for publishable key fingal' }).click();
    await page.getByRole('button', { name: 'Delete key' }).click();
    await expect(page.getByRole('dialog').getByText('Last used')).toBeVisible();
  } finally {
    for (const { id } of [used, unused]) await api.request('DELETE', `/v1/projects/${ref}/api-keys/${id}`);
  }
});

test('legacy keys are switched off and on again', async ({ page, api, basalt, project: { ref } }) => {
  await api.rows(ref, 'create table if not exists notes (id int)');
  const { url, anon, publishable } = await keysOf(api, basalt, ref);
  await expect.poll(() => statusOf(url, anon)).toBe(200);
  await openSettings(page, ref);
  try {
    await page.getByRole('button', { name: 'Switch legacy keys off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch legacy keys off' }).click();
    await expect(page.getByText('The legacy keys are switched off.')).toBeVisible();
    await expect.poll(() => statusOf(url, anon)).toBe(401);
    expect(await statusOf(url, publishable)).toBe(200);
    // The dialog that has been confirmed may be on its way out, and hides the page behind it from those who ask by role.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Switch legacy keys on' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch legacy keys on' }).click();
    await expect(line(page, 'anon key')).toHaveText(anon);
    await expect.poll(() => statusOf(url, anon)).toBe(200);
  } finally {
    await api.request('PUT', `/v1/projects/${ref}/api-keys/legacy?enabled=true`);
  }
});

test('a changed JWT secret ends the old keys and brings new ones', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Staffa');
  await api.rows(ref, 'create table notes (id int)');
  const before = await keysOf(api, basalt, ref);
  await expect.poll(() => statusOf(before.url, before.anon)).toBe(200);
  await openSettings(page, ref);
  await page.getByRole('button', { name: 'Change JWT secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change JWT secret' });
  await dialog.getByRole('radio', { name: 'Use my own' }).check();
  await dialog.getByLabel('Your secret', { exact: true }).fill('too short');
  await dialog.getByLabel(/^Type Staffa/).fill('Staffa');
  await dialog.getByRole('button', { name: 'Change JWT secret' }).click();
  await expect(dialog.getByText('Use at least 32 characters.')).toBeVisible();
  const secret = 'columns of basalt, six sides each, beside the sea';
  await dialog.getByLabel('Your secret', { exact: true }).fill(secret);
  await dialog.getByRole('button', { name: 'Change JWT secret' }).click();
  await expect(page.getByText('The JWT secret is changed')).toBeVisible();

  const after = await keysOf(api, basalt, ref);
  expect(after.anon).not.toBe(before.anon);
  await expect(line(page, 'anon key')).toHaveText(after.anon);
  await expect.poll(() => statusOf(after.url, before.anon)).toBe(401);
  expect(await statusOf(after.url, after.anon)).toBe(200);
  await page.getByRole('button', { name: 'Copy JWT secret' }).click();
  await expect.poll(() => clipboard(page)).toBe(secret);
  await page.goto(`/project/${ref}`);
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText('JWT secret changed');
});

test('while the JWT secret changes nothing can be copied, and a failure is said', async ({
  page,
  project,
}) => {
  let status = 'updating';
  await page.route('**/config/secrets/update-status', (route) =>
    route.fulfill({
      json: { update_status: { change_tracking_id: 'x', error: 'The disk is full.', progress: 50, status } },
    }),
  );
  await openSettings(page, project.ref);
  await expect(line(page, 'anon key')).toHaveText('Updating JWT secret...');
  await expect(line(page, 'service_role key')).toHaveText('Updating JWT secret...');
  await expect(line(page, 'JWT secret')).toHaveText('Updating JWT secret...');
  await expect(page.getByRole('button', { name: 'Copy secret key default' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Reveal secret key default' })).toBeDisabled();
  status = 'failed';
  const text = 'JWT secret update failed, new API key may have issues';
  await expect(line(page, 'anon key')).toHaveText(text);
  await expect(line(page, 'service_role key')).toHaveText(text);
  await expect(page.getByRole('alert')).toContainText('The disk is full.');
});

test('whoever may not read keys is told so', async ({ page, project }) => {
  // There is no way yet to invite somebody with a lesser role, so the answers are cut to what such a person gets.
  await page.route(`**/platform/projects/${project.ref}`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const abilities = { ...body.abilities, read_api_keys: false, update_api_config: false };
    await route.fulfill({ response, json: { ...body, abilities } });
  });
  await page.route(`**/platform/projects/${project.ref}/settings`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const keys = body.service_api_keys.map((key: object) => ({ ...key, api_key: null }));
    await route.fulfill({ response, json: { ...body, jwt_secret: null, service_api_keys: keys } });
  });
  await openSettings(page, project.ref);
  const keys = panel(page, 'API keys');
  await expect(keys).toContainText(
    "You don't have permission to view API keys. These keys restricted to users with higher access levels.",
  );
  await expect(line(page, 'anon key')).toHaveText('You need additional permissions to view API keys.');
  await expect(line(page, 'service_role key')).toHaveText(
    'You need additional permissions to view API keys.',
  );
  await expect(keys.getByRole('button')).toHaveCount(0);
  const change = page.getByRole('button', { name: 'Change JWT secret' });
  await change.focus();
  await expect(page.getByText('You need additional permissions to change the JWT secret')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('tokens are signed with the key that was rotated to', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Garni');
  const { url, anon } = await keysOf(api, basalt, ref);
  await page.goto(`/project/${ref}/settings/api#signing-keys`);
  const list = page.getByRole('list', { name: 'JWT signing keys' });
  await page.getByRole('button', { name: 'New standby key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create standby key' }).click();
  const row = list.getByRole('listitem').filter({ hasText: 'ES256' });
  await expect(row).toContainText('Standby');
  const kid = await row.getByRole('group', { name: 'key ID (kid)' }).textContent();
  await row.getByRole('button', { name: /^Actions for ES256/ }).click();
  await page.getByRole('button', { name: 'Rotate to this key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate to this key' }).click();
  await expect(row).toContainText('In use');
  await expect(list.getByRole('listitem').filter({ hasText: 'JWT secret' })).toContainText('Previously used');

  await page.getByRole('button', { name: 'Copy JWKS URL' }).click();
  await expect.poll(() => clipboard(page)).toContain('/jwks.json');
  const published = async () => {
    const answer = (await (await fetch(await clipboard(page))).json()) as { keys: object[] };
    return answer.keys;
  };
  await expect.poll(published).toContainEqual(expect.objectContaining({ kid }));
  const headerKid = async () => {
    const { data } = await clientOf(url, anon).auth.signUp({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'six sides of stone',
    });
    const header = data.session?.access_token.split('.')[0] ?? '';
    return header === '' ? null : JSON.parse(Buffer.from(header, 'base64url').toString()).kid;
  };
  const settings = { mailer_autoconfirm: true };
  await api.request('PATCH', `/v1/projects/${ref}/config/auth`, settings);
  await expect.poll(headerKid).toBe(kid);
});

test('at 360 px the page fits', async ({ page, project }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openSettings(page, project.ref);
  await expect(page.getByRole('form', { name: 'Data API settings' })).toBeVisible();
  const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(sideways)).toBe(0);
});
