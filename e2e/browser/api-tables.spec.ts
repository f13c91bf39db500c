import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

test('a table that is open to everybody is shown with the SQL that closes it', async ({
  page,
  context,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { ref } = await api.createProject('Open pit');
  await api.rows(
    ref,
    'create table "Price list" (id int); alter table "Price list" disable row level security; create table notes (id uuid, writer uuid)',
  );
  await page.goto(`/project/${ref}/api/tables`);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('1 table is exposed without a policy');
  const table = page.getByRole('table', { name: 'Exposed tables' });
  const row = (name: string) => table.getByRole('row').filter({ hasText: name });
  await expect(row('Price list')).toContainText('RLS off');
  await expect(row('Price list')).toContainText('Exposed without a policy');
  await expect(row('notes')).toContainText('RLS on');
  await expect(row('notes')).toContainText('Nobody can read');

  await alert.getByRole('button', { name: 'Copy SQL' }).click();
  await expect
    .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
    .toBe('alter table public."Price list" enable row level security;');
  await api.rows(ref, await page.evaluate<string>('navigator.clipboard.readText()'));
  await page.reload();
  await expect(row('Price list')).toContainText('Nobody can read');
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.getByRole('button', { name: 'Add policy… public.notes' }).click();
  const dialog = page.getByRole('dialog');
  const policy = dialog.getByRole('region', { name: 'policy SQL' });
  await expect(policy).toContainText('to authenticated');
  await dialog.getByRole('radio', { name: 'Everybody' }).check();
  await expect(policy).toContainText('to anon, authenticated');
  await dialog.getByRole('radio', { name: 'Owners' }).check();
  await expect(dialog.getByLabel('Column with the owner’s id')).toHaveValue('writer');
  await dialog.getByRole('button', { name: 'Open in SQL editor' }).click();
  const editor = new SqlEditor(page);
  await expect(page).toHaveURL(/\/sql\/new$/);
  await expect(editor.text).toContainText('using ((select auth.uid()) = writer)');
  await editor.runButton.click();
  await editor.agree();
  await expect(editor.results).toContainText('Success');
  await page.goto(`/project/${ref}/api/tables`);
  await expect(row('notes')).toContainText('Policies decide');
});

test('search and filter are in the address', async ({ page, api }) => {
  const { ref } = await api.createProject('Many layers');
  await api.rows(
    ref,
    'create table alpha (id int); create table beta (id int); create view gamma as select * from alpha',
  );
  await page.goto(`/project/${ref}/api/tables?show=exposed`);
  const rows = page.getByRole('table', { name: 'Exposed tables' }).getByRole('row');
  await expect(rows).toHaveText([/Table/, /gamma.*As owner/]);
  await page.getByLabel('Exposure').selectOption('All tables');
  await expect(rows).toHaveCount(4);
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('BET');
  await expect(rows).toHaveText([/Table/, /beta/]);
  await expect(page).toHaveURL(/\?q=BET$/);
  await page.reload();
  await expect(rows).toHaveText([/Table/, /beta/]);
});
