import type { ApiClient } from '../basalt/api-client.ts';
import { leakConnections } from '../basalt/leak-connections.ts';
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
  await expect(editor.results.getByText('Canceled', { exact: true })).toBeVisible();
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

test('connections that nobody closes are warned of, and closed', async ({ page, api }) => {
  const { ref } = await api.createProject('Leaking');
  await leakConnections(await api.connectionString(ref), 19, async ({ open }) => {
    expect(open).toBe(19);
    // Looked at now; the platform does once a minute.
    await api.request('GET', `/platform/projects/${ref}/database/connections`);

    await page.goto(`/project/${ref}`);
    const banner = page.getByRole('region', { name: 'Resource warning' });
    await expect(banner).toContainText('All connections are in use');
    await banner.getByRole('link', { name: 'Running queries' }).click();
    const dialog = page.getByRole('dialog', { name: 'Running queries' });
    await expect(dialog).toContainText('19 of 19 connections in use');
    const kind = dialog.getByRole('listitem', { name: /^Connections of postgres from leak/ });
    await kind.getByRole('button', { name: 'Show them' }).click();
    const one = kind.getByRole('listitem').first();
    await one.getByRole('button', { name: 'Close…' }).click();
    const question = page.getByRole('dialog', { name: /^Close/ });
    await expect(question).toContainText('Nothing runs on it');
    await question.getByRole('button', { name: 'Close connection' }).click();
    await expect(kind).toContainText('18 connections of postgres');
    await kind.getByRole('button', { name: 'Close all…' }).click();
    await expect(question).toContainText('leak at 127.0.0.1');
    await question.getByRole('button', { name: 'Close connections' }).click();
    await expect(page.getByText('Closed 18 idle connections')).toBeVisible();
    await expect(kind).toHaveCount(0);
    await expect(banner).toHaveCount(0);
  });
});
