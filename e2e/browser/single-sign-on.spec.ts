import { accessibilityFaults } from '../basalt/page-checks.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { identityProvider } from '../basalt/saml-metadata.ts';
import { saveAll } from '../basalt/save-bar.ts';
import { expect, test } from '../basalt/test.ts';

test('an identity provider is added, changed, switched off and removed', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Guild');
  const { url, anon } = await keysOf(api, basalt, ref);
  const { auth } = clientOf(url, anon);
  await page.goto(`/project/${ref}/auth/sso`);
  const saml = page.getByRole('region', { name: 'SAML 2.0' });
  await saml.getByRole('switch', { name: 'Let people sign in by their organization' }).click();
  await saveAll(page);
  await expect(page.getByRole('group', { name: 'entity id and metadata' })).toContainText(
    '/auth/v1/sso/saml/metadata',
  );

  await page.getByRole('button', { name: 'Add identity provider' }).click();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  const add = dialog.getByRole('button', { name: 'Add identity provider' });
  await add.click();
  await expect(dialog.getByText('Enter the metadata of the identity provider.')).toBeVisible();
  await dialog.getByLabel('Address of the metadata').fill('https://127.0.0.1/metadata');
  await add.click();
  await expect(dialog.getByText(/could not be fetched/)).toBeVisible();
  await dialog.getByLabel('Metadata are given as').selectOption('XML');
  await dialog.getByLabel('XML of the metadata').fill(identityProvider('https://idp.masons.example'));
  await dialog.getByLabel('Domains').fill('masons.example');
  await dialog.getByRole('button', { name: 'Add attribute' }).click();
  await dialog.getByLabel('Name of attribute 1').fill('team');
  await dialog.getByLabel('Value of attribute 1').fill('dept, ou');
  expect(await accessibilityFaults(page)).toEqual([]);
  await add.click();
  const list = page.getByRole('table', { name: 'Identity providers' });
  await expect(list).toContainText('https://idp.masons.example');

  const begin = () =>
    auth.signInWithSSO({ domain: 'masons.example', options: { skipBrowserRedirect: true } });
  expect((await begin()).data?.url).toMatch(/^https:\/\/idp\.masons\.example\/sign-in\?SAMLRequest=/);

  const choose = async (name: string) => {
    await list.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('button', { name, exact: true }).click();
  };
  await choose('Edit…');
  await expect(dialog.getByLabel('Value of attribute 1')).toHaveValue('dept, ou');
  await dialog.getByLabel('Domains').fill('masons.example\ncarpenters.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(list).toContainText('carpenters.example, masons.example');
  await choose('Switch off');
  await expect(list.getByRole('cell', { name: 'Off', exact: true })).toBeVisible();
  expect((await begin()).error?.code).toBe('sso_provider_disabled');
  await choose('Remove…');
  await dialog.getByRole('button', { name: 'Remove identity provider' }).click();
  await expect(page.getByText('No identity providers yet')).toBeVisible();
});
