import { keysOf } from '../basalt/project-api.ts';
import { saveAll } from '../basalt/save-bar.ts';
import { expect, test } from '../basalt/test.ts';

test('a schema is exposed, and the Data API switched off and on', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Layered');
  await api.rows(
    ref,
    'create schema shop; grant usage on schema shop to anon; create table shop.goods (id int); grant select on shop.goods to anon',
  );
  const { url, publishable } = await keysOf(api, basalt, ref);
  const statusOf = async (table: string, schema: string) => {
    const headers = { apikey: publishable, 'accept-profile': schema };
    return (await fetch(`${url}/rest/v1/${table}`, { headers })).status;
  };
  expect(await statusOf('goods', 'shop')).toBe(406);

  await page.goto(`/project/${ref}/settings/api#data-api`);
  const section = page.getByRole('region', { name: 'Data API', exact: true });
  await expect(section).toBeInViewport();
  await section.getByRole('button', { name: 'Exposed schemas: 2 schemas selected' }).click();
  await page.getByRole('searchbox', { name: 'Find schema...' }).fill('no such');
  await expect(page.getByText('No schemas found.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find schema...' }).fill('SHO');
  await page.getByRole('checkbox', { name: 'shop' }).check();
  await page.keyboard.press('Escape');
  await section.getByLabel('Max rows').fill('many');
  await saveAll(page);
  await expect(section.getByText('Enter a whole number from 0 to 1,000,000.')).toBeVisible();
  await section.getByLabel('Max rows').fill('50');
  await saveAll(page);
  await expect(page.getByText('Saved the Data API settings')).toBeVisible();
  await expect.poll(() => statusOf('goods', 'shop')).toBe(200);
  const { body } = await api.request('GET', `/v1/projects/${ref}/postgrest`);
  expect(body).toMatchObject({ db_schema: 'public,graphql_public,shop', max_rows: 50 });

  await section.getByRole('button', { name: 'Reset to default Max rows' }).click();
  await expect(section.getByLabel('Max rows')).toHaveValue('1000');
  await saveAll(page);
  const rowsAllowed = async () => (await api.request('GET', `/v1/projects/${ref}/postgrest`)).body.max_rows;
  await expect.poll(rowsAllowed).toBe(1_000);

  await section.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await expect(
    section.getByText('The Data API is switched off: every request to it is refused.'),
  ).toBeVisible();
  await expect.poll(() => statusOf('goods', 'shop')).toBeGreaterThanOrEqual(400);
  const { body: health } = await api.request('GET', `/v1/projects/${ref}/health?services=rest,auth`);
  expect(health).toMatchObject([{ healthy: false, state: 'off' }, { state: 'answering' }]);
  await page.goto(`/project/${ref}`);
  const services = page.getByRole('list', { name: 'Services' });
  await expect(services.getByRole('listitem').nth(1)).toHaveText('Data API switched off');
  await page.goto(`/project/${ref}/api/tables`);
  await expect(page.getByRole('heading', { name: 'The Data API is switched off' })).toBeVisible();
  await page.getByRole('link', { name: 'Open Data API settings' }).click();
  await section.getByRole('button', { name: 'Switch on' }).click();
  await expect(section.getByRole('button', { name: 'Exposed schemas: 2 schemas selected' })).toBeVisible();
});
