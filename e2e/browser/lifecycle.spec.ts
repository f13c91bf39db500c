import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

test('a project is paused and restored, and its rows are still there', async ({ page, api }) => {
  const { ref } = await api.createProject('Fingal’s Cave');
  await api.rows(ref, "create table notes as select 'kept through the pause' as text");
  await page.goto(`/project/${ref}/settings/general`);
  await page.getByRole('button', { name: 'Pause project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause project' }).click();
  await page.goto(`/project/${ref}/sql`);
  await expect(page.getByRole('heading', { name: 'Fingal’s Cave is paused' })).toBeVisible({
    timeout: 20_000,
  });
  const refused = await api.query(ref, 'select 1');
  expect(refused.status).toBeGreaterThanOrEqual(400);

  await page.getByRole('button', { name: 'Restore project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore project' }).click();
  await expect(page.getByRole('heading', { name: 'Restoration complete' })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Return to project' }).click();
  const editor = new SqlEditor(page);
  await editor.run('select text from notes');
  await expect(editor.cells('kept through the pause')).toBeVisible();
});

test('a restart keeps the rows and is written down', async ({ page, api }) => {
  const { ref } = await api.createProject('Devils Tower');
  await api.rows(ref, "create table notes as select 'kept through the restart' as text");
  await page.goto(`/project/${ref}/settings/general`);
  await page.getByRole('button', { name: 'Restart project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restart project' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect(await api.rows(ref, 'select text from notes')).toEqual([{ text: 'kept through the restart' }]);
  await page.goto(`/project/${ref}`);
  const operations = page.getByRole('list', { name: 'Recent operations' });
  await expect(operations.getByRole('button').first()).toContainText(/restart/i);
});

test('a project is renamed everywhere', async ({ page, api }) => {
  const { ref } = await api.createProject('Working title');
  await page.goto(`/project/${ref}/settings/general`);
  await page.getByLabel('Project name').fill('Svartifoss');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Switch project' })).toContainText('Svartifoss');
  await expect(page).toHaveTitle(/Svartifoss/);
  await page.goto('/projects');
  await expect(page.getByRole('link', { name: 'Svartifoss' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Working title' })).toHaveCount(0);
});

test('a project is deleted only by its exact name', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Short-lived');
  await page.goto(`/project/${ref}/settings/general`);
  await page.getByRole('button', { name: 'Delete project' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('short-lived');
  await dialog.getByRole('button', { name: 'Delete project' }).click();
  await expect(dialog.getByText('Value entered does not match')).toBeVisible();
  expect((await api.request('GET', `/v1/projects/${ref}`)).body.status).toBe('ACTIVE_HEALTHY');

  await dialog.getByRole('textbox').fill('Short-lived');
  await dialog.getByRole('button', { name: 'Delete project' }).click();
  await expect(page).toHaveURL(`${basalt.origin}/projects`);
  await expect(page.getByText('Successfully deleted Short-lived')).toBeVisible();
  await expect.poll(async () => (await api.request('GET', `/v1/projects/${ref}`)).status).toBe(404);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Short-lived' })).toHaveCount(0);
});
