import { clientOf, keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

test('requests appear live, and the example makes the first one', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('First request');
  const keys = await keysOf(api, basalt, ref);
  await page.goto(`/project/${ref}/logs`);
  await expect(page.getByRole('heading', { name: 'No requests in this time' })).toBeVisible();
  const snippet = page.getByRole('region', { name: 'request example' });
  await expect(snippet).toContainText(keys.publishable);
  const example = await snippet.textContent();
  const live = page.getByRole('button', { name: 'Live' });
  await live.click();
  await expect(live).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/live=true/);

  const address = /'(http[^']+)'/.exec(example ?? '')?.[1] ?? '';
  expect((await fetch(address, { headers: { apikey: keys.publishable } })).status).toBe(200);
  const rows = page.getByRole('list', { name: 'Requests' }).getByRole('button');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('/auth/v1/health');
  await expect(page.getByRole('list', { name: 'Totals' })).toContainText('1 request');
});

test('requests are filtered by what the address says, and unfolded', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Request log');
  await api.rows(ref, 'create table public.stones (id int)');
  const keys = await keysOf(api, basalt, ref);
  const service = clientOf(keys.url, keys.serviceRole);
  await expect.poll(async () => (await service.from('stones').select()).status).toBe(200);
  expect((await service.from('stones').insert({ id: 1 })).status).toBe(201);
  expect((await clientOf(keys.url, keys.anon).from('boulders').select()).status).toBe(404);
  await fetch(`${keys.url}/rest/v1/stones?apikey=not-a-key&name=eq.private`);
  await fetch(`${keys.url}/auth/v1/health`, { headers: { apikey: keys.anon } });
  // RLS is on, and there is no policy.
  expect((await clientOf(keys.url, keys.anon).from('stones').insert({ id: 2 })).status).toBe(401);
  expect((await fetch(`${keys.url}/functions/v1/hello`, { headers: { apikey: keys.anon } })).status).toBe(
    404,
  );

  await page.goto(`/project/${ref}/logs?service=functions`);
  const rows = page.getByRole('list', { name: 'Requests' }).getByRole('button');
  await expect(rows).toHaveText([/\/functions\/v1\/hello/]);
  await rows.click();
  await expect(page.getByText('404: There is no such service here')).toBeVisible();
  await page.goto(`/project/${ref}/logs?method=POST&status=401`);
  await rows.click();
  await expect(page.getByText('401: Refused by permissions or policies (RLS)')).toBeVisible();

  await page.goto(`/project/${ref}/logs?method=POST&status=2xx`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('/rest/v1/stones');
  await expect(rows).toContainText('201');
  await rows.click();
  await expect(page.getByText('201: Created')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy request' })).toBeVisible();

  await page.getByLabel('Method').selectOption('Any method');
  await page.getByLabel('Status').selectOption('4xx');
  await expect(rows).toHaveCount(4);
  await expect(page).toHaveURL(/\?status=4xx$/);
  await page.getByLabel('Role').selectOption('anon');
  await expect(rows).toHaveText([/functions/, /stones/, /boulders/]);
  await page.getByLabel('Status').selectOption('Any status');
  await page.getByLabel('Service').selectOption('auth');
  await expect(rows).toHaveText([/\/auth\/v1\/health/]);
  await page.getByLabel('Search paths').fill('nowhere');
  await expect(page.getByRole('heading', { name: 'No request matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all requests' }).click();
  await expect(rows.filter({ hasText: '401' })).toHaveCount(2);
  // What people ask for is not written down.
  await expect(page.getByRole('main')).not.toContainText('private');

  await page.getByText('Show numbers').click();
  const numbers = page.getByRole('table', { name: 'Requests over time' });
  await numbers
    .getByRole('button', { name: /Show only from/ })
    .first()
    .click();
  await expect(page).toHaveURL(/from=.*to=/);
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('between');
  await expect(rows.first()).toBeVisible();
});

test('older requests are loaded on demand', async ({ page, api, basalt, project: { ref } }) => {
  const { url } = await keysOf(api, basalt, ref);
  // Told apart by their path from what other tests ask for.
  const path = `/auth/v1/long-log-${Date.now()}`;
  for (let i = 0; i < 130; i++) await fetch(`${url}${path}?i=${i}`);
  await page.goto(`/project/${ref}/logs?path=${encodeURIComponent(path)}`);
  const rows = page.getByRole('list', { name: 'Requests' }).getByRole('button');
  await expect(rows).toHaveCount(100);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(rows).toHaveCount(130);
  await expect(page.getByText('There are no more requests in this time range.')).toBeVisible();
});

test('what the database writes is read beside requests of one service and what the platform did', async ({
  page,
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Logs of services');
  const query = { query: 'select 1 / 0' };
  expect((await api.request('POST', `/v1/projects/${ref}/database/query`, query)).status).toBe(400);
  const keys = await keysOf(api, basalt, ref);
  await fetch(`${keys.url}/auth/v1/health`, { headers: { apikey: keys.publishable } });
  await fetch(`${keys.url}/storage/v1/bucket`, { headers: { apikey: keys.publishable } });

  await page.goto(`/project/${ref}/logs/postgres-logs?level=error`);
  const lines = page.getByRole('list', { name: 'Log lines' }).getByRole('button');
  await expect(lines).toHaveText([/ERROR.*division by zero/]);
  await expect(page.getByRole('list', { name: 'Totals' })).toContainText('1 error');
  await lines.click();
  await expect(page.getByText('22012')).toBeVisible();
  await page.getByRole('button', { name: 'Only this code' }).click();
  await expect(page).toHaveURL(/q=.*22012/);
  await page.getByLabel('Search messages').fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No line matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all lines' }).click();
  await expect(lines.filter({ hasText: 'ready to accept connections' }).first()).toBeVisible();

  const menu = page.getByRole('navigation', { name: 'Logs' });
  await menu.getByRole('link', { name: 'Auth' }).click();
  const requests = page.getByRole('list', { name: 'Requests' }).getByRole('button');
  await expect(requests).toHaveText([/\/auth\/v1\/health/]);
  await menu.getByRole('link', { name: 'Operations' }).click();
  await expect(lines.filter({ hasText: 'create is done' })).toBeVisible();
});
