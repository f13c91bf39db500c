import { expect, test } from '../basalt/test.ts';

test('a project is found in the list by what is typed, opened by keyboard and used from its menu', async ({
  page,
  api,
}) => {
  const { ref, name } = await api.createProject('Zuma Rock');
  const { ref: other } = await api.createProject('Zuma Rock, east face');
  await page.goto('/projects?q=zuma');
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^Zuma/ }) });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(ref);
  await expect(rows.first()).toContainText('Active');

  await page.keyboard.press('j');
  await expect(rows.first().getByRole('link')).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.last().getByRole('link')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/project/${ref}$`));
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('zuma');

  // What is typed is no key of the list.
  await page.getByRole('searchbox').fill('');
  await page.getByRole('searchbox').pressSequentially('jk zuma');
  await expect(page.getByText('No project matches')).toBeVisible();
  await page.getByRole('searchbox').fill(other);
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`q=${other}`));

  await page.getByRole('button', { name: `Actions for ${name}, east face` }).click();
  await page.getByRole('button', { name: 'Pause…' }).click();
  await page.getByRole('dialog', { name: 'Pause project' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cards' }).click();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Zuma/ }) });
  await expect(card).toContainText('Requests, 7 days');
  await page.reload();
  await expect(card).toHaveCount(1);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await rows.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('button', { name: 'SQL editor' }).click();
  await expect(page).toHaveURL(new RegExp(`/project/${other}/sql`));
});
