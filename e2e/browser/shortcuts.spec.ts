import { accessibilityFaults } from '../basalt/page-checks.ts';
import { expect, test } from '../basalt/test.ts';

test('single keys go to pages, not where one types, and can be switched off', async ({
  page,
  project: { ref },
}) => {
  await page.goto(`/project/${ref}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/logs/);
  await page.getByLabel('Path').first().fill('');
  await page.keyboard.type('gh');
  await expect(page).toHaveURL(/\/logs/);

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('Table editor')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await sheet.getByRole('switch', { name: 'Single keys go to pages' }).click();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL(/\/logs/);
});

test('the command menu begins with what was chosen last', async ({ page, project: { ref } }) => {
  await page.goto(`/project/${ref}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const menu = page.getByRole('dialog', { name: 'Command menu' });
  await page.keyboard.press('ControlOrMeta+k');
  await menu.getByRole('combobox').fill('mailbox');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth\/mailbox/);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(menu.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
    'Development mailbox',
  ]);
  await expect(menu.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
});
