import { accessibilityFaults } from '../basalt/page-checks.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

test('home leads a new project to its first request, and shows it', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('First stone');
  await page.goto(`/project/${ref}`);
  const steps = page.getByRole('list', { name: 'First steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(2);
  expect(await accessibilityFaults(page)).toEqual([]);
  await steps.first().getByRole('link', { name: 'New table' }).click();
  await expect(page).toHaveURL(/\/database\/tables\/new/);

  await api.rows(ref, 'create table public.stones (id int primary key)');
  await page.goto(`/project/${ref}`);
  await expect(steps.first()).toContainText('(done)');

  const keys = await keysOf(api, basalt, ref);
  expect((await clientOf(keys.url, keys.secret).from('stones').select()).error).toBeNull();
  const day = page.getByRole('region', { name: 'Requests of the last 24 hours' });
  await expect(async () => {
    await page.reload();
    await expect(day.getByText('1 request', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(steps).toHaveCount(0);
  await day.getByText('Show numbers').click();
  await day.getByRole('button', { name: /^Show only from/ }).click();
  await expect(page).toHaveURL(/\/logs\?.*from=/);
  await expect(
    page.getByRole('cell', { name: '/rest/v1/stones' }).or(page.getByText('/rest/v1/stones')).first(),
  ).toBeVisible();
});
