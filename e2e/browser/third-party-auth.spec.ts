import { generateKeyPairSync } from 'node:crypto';
import { forgeToken, inSeconds } from '../basalt/forge-token.ts';
import { accessibilityFaults } from '../basalt/page-checks.ts';
import { keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

const ISSUER = 'https://id.masons.example';

test('an issuer is added by its keys, its tokens are taken, and it is removed', async ({
  page,
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Tokens');
  const { url, anon } = await keysOf(api, basalt, ref);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const claims = { iss: ISSUER, sub: 'mason', role: 'authenticated', exp: inSeconds(600) };
  const token = forgeToken({ alg: 'ES256', kid: 'theirs' }, claims, privateKey, 'ES256');
  const ask = async () => {
    const headers = { apikey: anon, authorization: `Bearer ${token}` };
    return (await fetch(`${url}/rest/v1/`, { headers })).status;
  };
  expect(await ask()).toBe(401);

  await page.goto(`/project/${ref}/auth/third-party`);
  await page.getByRole('button', { name: 'Add integration' }).click();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  const add = dialog.getByRole('button', { name: 'Add integration' });
  await add.click();
  await expect(dialog.getByText('This is needed.')).toBeVisible();
  const kind = dialog.getByLabel('Issuer of the tokens');
  await kind.selectOption('Another OpenID Connect issuer');
  await dialog.getByLabel('Issuer', { exact: true }).fill('https://127.0.0.1');
  await add.click();
  await expect(dialog.getByText(/^Could not be asked at https:\/\/127\.0\.0\.1/)).toBeVisible();
  await kind.selectOption('Its keys');
  await dialog.getByLabel('Keys', { exact: true }).fill('none');
  await add.click();
  await expect(dialog.getByText('These must be JSON with a list named keys.')).toBeVisible();
  const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'theirs' }] };
  await dialog.getByLabel('Keys', { exact: true }).fill(JSON.stringify(keys));
  await dialog.getByLabel('Issuer', { exact: true }).fill(ISSUER);
  expect(await accessibilityFaults(page)).toEqual([]);
  await add.click();
  const list = page.getByRole('table', { name: 'Integrations' });
  await expect(list).toContainText(ISSUER);
  expect(await ask()).toBe(200);

  await list.getByRole('button', { name: 'Actions for Keys' }).click();
  await page.getByRole('button', { name: 'Remove…' }).click();
  await dialog.getByRole('button', { name: 'Remove integration' }).click();
  await expect(page.getByText('No integrations yet')).toBeVisible();
  expect(await ask()).toBe(401);
});
