import type { ApiClient } from '../basalt/api-client.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

/** How many statements with this mark the database is running. The mark is split, so that the question does not count itself. */
async function countRunning(api: ApiClient, ref: string, mark: string): Promise<unknown> {
  const [row] = await api.rows(
    ref,
    `select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%mark:' || '${mark}%'`,
  );
  return row?.n;
}

test('a statement that never ends can be cancelled', async ({ page, project, api }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.run('select pg_sleep(600) -- mark:cancelled');
  await expect.poll(() => countRunning(api, project.ref, 'cancelled')).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(editor.results.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect.poll(() => countRunning(api, project.ref, 'cancelled')).toBe(0);
  await editor.run("select 'next' as answer");
  await expect(editor.cells('next')).toBeVisible();
});

test('a statement that never ends dies with its tab', async ({ page, project, api }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.run('select pg_sleep(600) -- mark:closed');
  await expect.poll(() => countRunning(api, project.ref, 'closed')).toBe(1);
  await page.close();
  await expect.poll(() => countRunning(api, project.ref, 'closed')).toBe(0);
});
