import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

test('several statements give several results to choose from', async ({ page, project }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.run("select 'first' as a; select 'second' as b;");
  await expect(editor.cells('second')).toBeVisible();
  const statements = editor.results.getByRole('tablist', { name: 'Statements' }).getByRole('tab');
  await expect(statements).toHaveText([/SELECT 1/, /SELECT 1/]);
  await statements.first().click();
  await expect(editor.cells('first')).toBeVisible();
});

test('a run of a selection runs nothing else', async ({ page, project }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.write("select 'kept' as a;\nselect 'picked' as b;");
  await page.keyboard.press('Shift+Home');
  await expect(editor.runButton).toHaveText(/Run selection/);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(editor.cells('picked')).toBeVisible();
  await expect(editor.cells('kept')).toHaveCount(0);
});

test('a mistake is explained and its line is marked', async ({ page, project }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.run('select 1\nfrom no_such_table\nwhere true');
  const alert = editor.results.getByRole('alert');
  await expect(alert).toContainText('relation "no_such_table" does not exist');
  await expect(alert).toContainText('42P01');
  await expect(alert).toContainText('LINE 2');
  await alert.getByRole('button', { name: 'Go to line 2' }).click();
  await expect(editor.text).toBeFocused();
});

test('the row limit is on unless it is turned off', async ({ page, project }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.run('select * from generate_series(1, 150)');
  await expect(editor.results.getByText('Limited to only 100 rows')).toBeVisible();
  await page.getByLabel('Row limit').selectOption('No limit');
  await editor.runButton.click();
  await expect(editor.results.getByText('150 rows').first()).toBeVisible();
  await expect(editor.results.getByText(/Limited to only/)).toHaveCount(0);
});

test('100,000 rows leave the page alive and it says how many it shows', async ({ page, project }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await page.getByLabel('Row limit').selectOption('No limit');
  await editor.run('select * from generate_series(1, 100000) as n');
  await expect(editor.results.getByText('10,000 of 100,000 rows shown').first()).toBeVisible({
    timeout: 30_000,
  });
  await editor.grid.press('ControlOrMeta+End');
  await expect(editor.cells('10000').last()).toBeVisible();
  await editor.run("select 'still here' as answer");
  await expect(editor.cells('still here')).toBeVisible();
});

test('1 MB of SQL runs', async ({ page, project }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.run(`select length('${'x'.repeat(1024 * 1024)}') as n`);
  await expect(editor.cells('1048576')).toBeVisible({ timeout: 30_000 });
});
