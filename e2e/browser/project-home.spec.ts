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

test('home tells what happened on one line, and what of it is new', async ({ page, api }) => {
  const { ref } = await api.createProject('Line of stones');
  const line = page.getByRole('list', { name: 'What happened' });
  const rows = line.getByRole('listitem');
  await page.goto(`/project/${ref}`);
  await expect(line).toContainText('Set up');

  const form = new FormData();
  form.append('file', new File(["Deno.serve(() => new Response('stones'))"], 'index.ts'));
  form.append('metadata', JSON.stringify({ name: 'Mason', entrypoint_path: 'index.ts' }));
  await api.send(`/v1/projects/${ref}/functions/deploy?slug=mason`, { method: 'POST', body: form });
  const point = `/v1/projects/${ref}/database/backups/restore-point`;
  expect((await api.request('POST', point, { name: 'before the move' })).status).toBe(201);
  // What happens while the page is open, and is not on it yet, has not been seen.
  await page.getByRole('link', { name: 'Open SQL editor' }).click();
  await expect(page).toHaveURL(/\/sql/);
  await page.goto(`/project/${ref}`);
  await expect(rows.nth(0)).toContainText('Restore pointbefore the move');
  await expect(rows.nth(1)).toContainText('Function deployedMason, version 1');
  await expect(rows.nth(2)).toContainText('New since you last looked');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'What to show' }).selectOption('Deployments');
  await expect(rows).toHaveCount(1);
  await line.getByRole('link', { name: 'Function deployed' }).click();
  await expect(page).toHaveURL(/\/functions\/mason\/details/);
});
