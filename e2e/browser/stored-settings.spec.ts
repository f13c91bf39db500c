import type { Page } from '@playwright/test';
import { addColleague, openAs } from '../basalt/add-colleague.ts';
import { psql } from '../basalt/psql.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(90_000);

const section = (page: Page) => page.getByRole('region', { name: 'Stored settings' });
const theirs = (page: Page) => section(page).getByRole('list', { name: 'Settings stored in this project' });

test('a stored setting that locks the owner out is found by way of the error, and reset', async ({
  page,
  api,
}) => {
  const { ref } = await api.createProject('Locked out');
  const database = await api.connectionString(ref);
  const editor = new SqlEditor(page);
  const reset = async (name: string) => {
    await section(page)
      .getByRole('button', { name: `Reset ${name} of Role postgres` })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Reset setting' });
    await expect(dialog).toContainText(`alter role postgres reset ${name};`);
    await expect(dialog).toContainText('It holds for new connections.');
    await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(page.getByText(`Reset ${name}`, { exact: true })).toBeVisible();
  };
  await editor.open(ref);
  await editor.run("alter role postgres set statement_timeout = '20ms'");
  await expect(editor.results.getByRole('status')).toHaveText(/^Success/);
  await expect(psql(database, 'select pg_sleep(0.3)')).rejects.toThrow(/statement timeout/);
  await editor.run('alter role postgres set default_transaction_read_only = on');
  await expect(editor.results.getByRole('status')).toHaveText(/^Success/);
  await editor.run('create table works ()');
  const alert = editor.results.getByRole('alert');
  await expect(alert).toContainText('cannot execute CREATE TABLE in a read-only transaction');
  await expect(alert).toContainText(
    'The setting default_transaction_read_only, stored for the role postgres, may be the reason.',
  );
  await alert.getByRole('link', { name: 'Stored settings' }).click();
  await expect(page).toHaveURL(/\/settings\/database#stored-settings$/);
  await expect(section(page)).toBeInViewport();
  await expect(theirs(page).getByRole('listitem')).toHaveText([
    /^default_transaction_read_only = onRole postgres/,
    /^statement_timeout = 20msRole postgres/,
  ]);

  await reset('statement_timeout');
  await psql(database, 'select pg_sleep(0.3)');
  await reset('default_transaction_read_only');
  await expect(section(page)).toContainText('Nothing is stored besides the standard settings.');
  await editor.open(ref);
  await editor.run('create table works ()');
  await expect(editor.results.getByRole('status')).toHaveText(/^Success/);
});

test('settings that let no session start, or take its rights away, are reset together', async ({
  page,
  api,
}) => {
  const { ref } = await api.createProject('Locked out twice');
  const database = await api.connectionString(ref);
  await psql(database, 'alter role postgres set role = anon');
  await psql(database, "set role none; alter database postgres set local_preload_libraries = 'not_there'");
  await expect(psql(database, 'select 1')).rejects.toThrow(/not_there/);
  const editor = new SqlEditor(page);
  await editor.open(ref);
  await editor.run('select 1');
  const alert = editor.results.getByRole('alert');
  await expect(alert).toContainText('not_there');
  await alert.getByRole('link', { name: 'Stored settings' }).click();

  await expect(theirs(page).getByRole('listitem')).toHaveText([
    /^local_preload_libraries = not_thereDatabase postgres/,
    /^role = anonRole postgres/,
  ]);
  await section(page).getByRole('button', { name: 'Reset all…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset 2 settings' });
  await expect(dialog).toContainText('alter database postgres reset local_preload_libraries;');
  await expect(dialog).toContainText('alter role postgres reset role;');
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(page.getByText('Reset 2 settings', { exact: true })).toBeVisible();
  expect(await psql(database, 'select current_user')).toBe('postgres');
  await editor.open(ref);
  await editor.run("select 'it works' as answer");
  await expect(editor.cells('it works')).toBeVisible();
});

test('stored settings are told to those only who may change them', async ({
  api,
  basalt,
  browser,
  project,
}) => {
  const reader = await openAs(browser, basalt, await addColleague(basalt, 'Read-only'));
  await reader.goto(`/project/${project.ref}/settings/database`);
  await expect(section(reader)).toContainText('You need additional permissions to see the stored settings');
  await expect(section(reader).getByRole('list')).toHaveCount(0);
  await reader.context().close();
  const answer = await api.request('GET', `/platform/projects/${'a'.repeat(20)}/database/stored-settings`);
  expect(answer.status).toBe(404);
});
