import { addColleague, apiAs, openAs } from '../basalt/add-colleague.ts';
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
