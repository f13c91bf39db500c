import { addColleague, apiAs, openAs } from '../basalt/add-colleague.ts';
import { withPlatformDatabase } from '../basalt/platform-database.ts';
import { expect, test } from '../basalt/test.ts';

test('an organization gets another slug, and what led to the former one leads there', async ({
  browser,
  basalt,
}) => {
  const owner = await addColleague(basalt, null);
  const api = await apiAs(basalt, owner);
  const { slug: former } = (await api.request('POST', '/v1/organizations', { name: 'Slate' })).body;
  const { slug: other } = (await api.request('POST', '/v1/organizations', { name: 'Tuff' })).body;
  const page = await openAs(browser, basalt, owner);
  const fresh = `slate-${Date.now()}`;

  await page.goto(`/org/${former}/general`);
  const field = page.getByRole('textbox', { name: 'Organization slug' });
  for (const [typed, problem] of [
    ['No Spaces', 'Must be lower-case letters'],
    [other, 'Another organization has this slug'],
  ] as const) {
    await field.fill(typed);
    await field.press('Enter');
    await expect(page.getByText(problem)).toBeVisible();
  }
  await field.fill(fresh);
  await field.press('Enter');
  await page.waitForURL(`**/org/${fresh}/general`);
  await expect(page.getByText(`Before: ${former}`)).toBeVisible();

  await page.goto(`/org/${former}/audit?q=slug`);
  await page.waitForURL(`**/org/${fresh}/audit?q=slug`);
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  expect((await api.request('GET', `/v1/organizations/${former}`)).body.id).toBe(fresh);
  await page.context().close();
});

test('a budget is set, warns on the pages of the organization and its projects, is raised and deleted', async ({
  browser,
  basalt,
}) => {
  const owner = await addColleague(basalt, null);
  const api = await apiAs(basalt, owner);
  const { slug } = (await api.request('POST', '/v1/organizations', { name: 'Vein' })).body;
  const page = await openAs(browser, basalt, owner);
  await page.goto(`/org/${slug}/usage`);
  const table = page.getByRole('table', { name: 'Budgets' });
  const row = table.getByRole('row').filter({ hasText: 'Egress' });

  await page.getByRole('button', { name: 'Set a budget…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Figure' }).selectOption('Egress');
  await dialog.getByRole('button', { name: 'Save budget' }).click();
  await expect(dialog.getByText('Enter a number above 0.')).toBeVisible();
  await dialog.getByLabel('In a month (GB)').fill('2.5');
  await dialog.getByLabel('Warn at (%)').fill('90, 50');
  await dialog.getByLabel('E-mail addresses').fill('nobody@example.com');
  await dialog.getByRole('button', { name: 'Save budget' }).click();
  await expect(dialog.getByText('nobody@example.com is not the address of a member')).toBeVisible();
  await dialog.getByLabel('E-mail addresses').fill(owner.email);
  await dialog.getByRole('button', { name: 'Save budget' }).click();
  await expect(row).toContainText('2.5 GB');
  await expect(row).toContainText('50 %, 90 %');

  // The minute in which it is judged is not waited for.
  await withPlatformDatabase(basalt, (database) =>
    database.query(
      `insert into usage_budget_warnings (budget_id, period, share, value)
       select budget.id, date_trunc('month', now() at time zone 'UTC')::date, 50, 1.3e9
       from usage_budgets as budget join organizations on organizations.id = organization_id where slug = $1`,
      [slug],
    ),
  );
  await page.goto(`/org/${slug}/team`);
  const banner = page.getByRole('note').filter({ hasText: 'A budget has reached 50 %' });
  await expect(banner).toContainText('of 2.5 GB this month');
  const project = { name: 'Lode', db_pass: 'granite in the morning', organization_slug: slug };
  const { ref } = (await api.request('POST', '/v1/projects', project)).body;
  await page.goto(`/project/${ref}`);
  await expect(banner).toContainText('of 2.5 GB this month');
  await banner.getByRole('link', { name: 'Budgets' }).click();

  await row.getByRole('button', { name: 'Actions for the budget of Egress' }).click();
  await page.getByRole('button', { name: 'Change…' }).click();
  await dialog.getByLabel('In a month (GB)').fill('10');
  await dialog.getByRole('button', { name: 'Save budget' }).click();
  await expect(row).toContainText('10.0 GB');
  await expect(banner).toHaveCount(0);
  await row.getByRole('button', { name: 'Actions for the budget of Egress' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page
    .getByRole('dialog', { name: 'Delete budget' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(table).toContainText('No budget is set.');
  await page.context().close();
});
