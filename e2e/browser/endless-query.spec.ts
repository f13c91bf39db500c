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
  await editor.cancelButton.click();
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

test('the list of running queries stops a statement that runs elsewhere', async ({ page, project, api }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  const elsewhere = api.rows(project.ref, 'select pg_sleep(600) -- mark:elsewhere').catch(() => null);
  await editor.tool('Running queries');
  await expect(page).toHaveURL(/viewOngoingQueries=true/);
  const dialog = page.getByRole('dialog', { name: 'Running queries' });
  const query = dialog.getByRole('listitem').filter({ hasText: 'mark:elsewhere' });
  await expect(query).toContainText('postgres');
  await query.getByRole('button', { name: 'Cancel query' }).click();
  await expect(query).toHaveCount(0);
  await elsewhere;
  await expect.poll(() => countRunning(api, project.ref, 'elsewhere')).toBe(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/viewOngoingQueries/);
});

test('terminating a connection is asked about first', async ({ page, project }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.run('select pg_sleep(600) -- mark:terminated');
  await page.goto(`${page.url()}?viewOngoingQueries=true`);
  await expect(page.getByRole('dialog', { name: 'Running queries' })).toBeVisible();
  // Leaving the page ended the statement, so another one takes its place.
  const second = await page.context().newPage();
  const other = new SqlEditor(second);
  await other.open(project.ref);
  await other.run('select pg_sleep(600) -- mark:second');
  const query = page.getByRole('listitem').filter({ hasText: 'mark:second' });
  await query.getByRole('button', { name: 'Terminate' }).click();
  const question = page.getByRole('dialog', { name: /^Close connection/ });
  await question.getByRole('button', { name: 'Terminate' }).click();
  await expect(query).toHaveCount(0);
  await expect(other.results.getByRole('alert')).toBeVisible();
});
