import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { withPlatformDatabase } from '../basalt/platform-database.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(120_000);

test('what a project and its organization used is counted and shown by day', async ({
  page,
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Counting house');
  await api.rows(ref, 'create table public.coins (id int primary key)');
  const keys = await keysOf(api, basalt, ref);
  const client = clientOf(keys.url, keys.anon);
  const email = `counted-${Date.now()}@example.com`;
  const { error } = await client.auth.signUp({ email, password: 'granite in the morning' });
  expect(error).toBeNull();
  for (let turn = 0; turn < 4; turn += 1) await client.from('coins').select();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/project/${ref}/usage`);
  const today = page.getByRole('table', { name: 'Usage by day' }).getByRole('row').nth(1);
  // Counts are written every few seconds, and the page looks again by itself.
  const cell = (column: number) => today.getByRole('cell').nth(column);
  await expect(cell(1)).toHaveText('5', { timeout: 40_000 });
  await expect(cell(8)).toHaveText(/^[01]$/);
  const services = page.getByRole('table', { name: 'Usage by service' });
  await expect(
    services
      .getByRole('row', { name: /^Data API/ })
      .getByRole('cell')
      .nth(1),
  ).toHaveText('4');
  await expect(
    services
      .getByRole('row', { name: /^Data API/ })
      .getByRole('cell')
      .nth(2),
  ).not.toHaveText(/^0 /);
  await expect(page.getByRole('heading', { name: 'API requests' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  // Days stand in the address.
  await page.getByRole('combobox', { name: 'Days' }).selectOption('Last month');
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=/);
  await expect(cell(1)).toHaveText('0');

  const slug = await api.organization();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/org/${slug}/usage?project=${ref}`);
  await expect(cell(1)).toHaveText('5');
  await expect(page.getByRole('table', { name: 'Usage by project' })).toContainText('Counting house');
  expect(await beyondTheEdge(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);

  await test.step('its metrics are charts of the last hours', async () => {
    // The minutes in which they are measured are not waited for.
    await withPlatformDatabase(basalt, (database) =>
      database.query(
        `insert into resource_samples (project_id, at, cpu_percent, memory_bytes, connections)
         select id, now() - interval '2 hours', 42, 1e8, 7 from projects where ref = $1`,
        [ref],
      ),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/project/${ref}/observability`);
    const chart = (name: string) =>
      page.getByRole('figure').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(chart('CPU')).toContainText('42 %');
    await expect(chart('Requests')).not.toContainText('Nothing was measured');
    await page.getByRole('combobox', { name: 'Time' }).selectOption('Last hour');
    await expect(page).toHaveURL(/range=1h/);
    await expect(chart('CPU')).not.toContainText('42 %');
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await beyondTheEdge(page)).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
