import { accessibilityFaults } from '../basalt/page-checks.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

test('a provider of one’s own is added, tried, changed, switched off and deleted', async ({
  page,
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Masons');
  const { url, anon } = await keysOf(api, basalt, ref);
  const { auth } = clientOf(url, anon);
  await page.goto(`/project/${ref}/auth/custom-providers`);
  await page.getByRole('button', { name: 'Add provider' }).click();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  const add = dialog.getByRole('button', { name: 'Add provider' });
  await add.click();
  await expect(dialog.getByText('This is needed.')).toHaveCount(5);
  await dialog.getByLabel('Issuer').fill('https://127.0.0.1');
  await dialog.getByRole('button', { name: 'Test discovery' }).click();
  await expect(dialog.getByText('The discovery document of the issuer cannot be read')).toBeVisible();
  await dialog.getByLabel('Kind').selectOption('OAuth 2');
  const fields = {
    Identifier: 'stones',
    Name: 'Stones',
    'Authorization address': 'https://stones.example/authorize',
    'Token address': 'https://stones.example/token',
    'User address': 'https://stones.example/me',
    'Client ID': 'basalt',
    Scopes: 'read:me',
  };
  for (const [label, value] of Object.entries(fields))
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByLabel('Client secret').fill('a secret of stone');
  await dialog.getByRole('button', { name: 'Add attribute' }).click();
  await dialog.getByLabel('Name of attribute 1').fill('role');
  await dialog.getByLabel('Value of attribute 1').fill('key');
  await add.click();
  await expect(dialog.getByText('attribute_mapping cannot set role')).toBeVisible();
  await dialog.getByLabel('Name of attribute 1').fill('sub');
  expect(await accessibilityFaults(page)).toEqual([]);
  await add.click();
  const list = page.getByRole('table', { name: 'Providers' });
  await expect(list).toContainText('custom:stones');

  const begin = async () => {
    const { data } = await auth.signInWithOAuth({
      provider: 'custom:stones' as never,
      options: { skipBrowserRedirect: true },
    });
    const answer = await fetch(data.url ?? '', { redirect: 'manual' });
    return answer.headers.get('location') ?? (await answer.json());
  };
  expect(await begin()).toMatch(/^https:\/\/stones\.example\/authorize\?.*scope=read%3Ame/);

  const choose = async (name: string) => {
    await list.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('button', { name, exact: true }).click();
  };
  await choose('Edit…');
  await expect(dialog.getByLabel('Value of attribute 1')).toHaveValue('key');
  await dialog.getByLabel('Name', { exact: true }).fill('Quarry stones');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(list).toContainText('Quarry stones');
  expect(await begin()).toContain('client_id=basalt');
  await choose('Switch off');
  await expect(list.getByRole('cell', { name: 'Off', exact: true })).toBeVisible();
  expect(await begin()).toMatchObject({ error_code: 'provider_disabled' });
  await choose('Delete…');
  await dialog.getByRole('button', { name: 'Delete provider' }).click();
  await expect(page.getByText('No providers of your own yet')).toBeVisible();
});
