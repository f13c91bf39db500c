import type { Page } from '@playwright/test';
import { expect, test } from '../basalt/test.ts';

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

test('a secret is kept, shown when asked for, changed and deleted', async ({ page, api, project }) => {
  // Other journeys keep secrets in the same project.
  await api.rows(project.ref, 'delete from vault.secrets');
  await page.goto(`/project/${project.ref}/settings/vault`);
  await expect(page.getByText('No secrets yet')).toBeVisible();
  await page.getByRole('button', { name: 'New secret' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill(`o'n"e`);
  await dialog.getByLabel('Description').fill('For mail');
  await dialog.getByRole('textbox', { name: 'Secret' }).fill('plain text');
  await dialog.getByRole('button', { name: 'Create secret' }).click();

  const row = page.getByRole('row').filter({ hasText: `o'n"e` });
  await expect(row).toBeVisible();
  await expect(page.getByText('plain text')).toHaveCount(0);
  await page.getByRole('button', { name: `Reveal o'n"e` }).click();
  await expect(row.getByText('plain text')).toBeVisible();
  await page.getByRole('button', { name: `Hide o'n"e` }).click();
  await expect(page.getByText('plain text')).toHaveCount(0);
  await page.getByRole('button', { name: `Copy o'n"e` }).click();
  await expect.poll(() => clipboard(page)).toBe('plain text');
  const act = async (name: string) => {
    await page.getByRole('button', { name: `Actions for o'n"e` }).click();
    await page.getByRole('button', { name, exact: true }).click();
  };
  await act('Copy SQL that reads it');
  await expect
    .poll(() => clipboard(page))
    .toBe(`select decrypted_secret from vault.decrypted_secrets where name = 'o''n"e';`);

  // A second one of this name is refused, with what was typed still there.
  await page.getByRole('button', { name: 'New secret' }).click();
  await dialog.getByLabel('Name').fill(`o'n"e`);
  await dialog.getByRole('textbox', { name: 'Secret' }).fill('other');
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  await expect(dialog.getByText('There is already a secret with this name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('two');
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  await expect(page.getByText('2 secrets')).toBeVisible();
  await page.getByRole('searchbox', { name: /Search/ }).fill('MAIL');
  await expect(page.getByText('1 secret', { exact: true })).toBeVisible();

  await act('Edit…');
  await dialog.getByRole('textbox', { name: 'New secret' }).fill('newer text');
  await dialog.getByRole('button', { name: 'Save secret' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: `Reveal o'n"e` }).click();
  await expect(row.getByText('newer text')).toBeVisible();
  await act('Delete…');
  await expect(dialog.getByText('This cannot be undone.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete secret' }).click();
  await expect(page.getByText('No secret matches')).toBeVisible();
});
