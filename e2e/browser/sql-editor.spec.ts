import type { Page } from '@playwright/test';
import { isRun, SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

test.describe.configure({ mode: 'parallel' });

test('several statements give several results to choose from', async ({ page, project }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.run("select 'first' as a; select 'second' as b;");
  await expect(editor.cells('second')).toBeVisible();
  const statements = editor.results.getByRole('tablist', { name: 'Statements' }).getByRole('tab');
  await expect(statements).toHaveText([/select · 1 row/, /select · 1 row/]);
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

test('what writes is asked about, and Cancel sends nothing', async ({ page, project, api }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  let sent = 0;
  page.on('request', (request) => {
    if (isRun(request)) sent += 1;
  });
  await editor.write('create table asked_about (id int)');
  await editor.runButton.click();
  await expect(editor.question).toContainText(
    'This query contains write operations. Are you sure you want to execute it?',
  );
  await editor.question.getByRole('button', { name: 'Cancel' }).click();
  await expect(editor.question).toBeHidden();
  expect(sent).toBe(0);
  await editor.runButton.click();
  await editor.agree();
  await expect(editor.results.getByText('Success. No rows returned').last()).toBeVisible();
  expect(sent).toBe(1);
  expect(await api.rows(project.ref, 'select count(*)::int as n from asked_about')).toEqual([{ n: 0 }]);
});

test('the read-only switch is remembered and lets nothing write', async ({ page, project }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await page.getByRole('switch', { name: 'Read-only' }).click();
  await editor.write('create table refused (id int)');
  await editor.runButton.click();
  await expect(editor.results.getByRole('alert')).toContainText(/read-only transaction|permission denied/);
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Read-only' })).toBeChecked();
});

test('parameters are asked for and never become SQL', async ({ page, project }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.write('@set kind:table|view = view\nselect :kind as kind, :name as name');
  const parameters = page.getByRole('group', { name: 'Parameters' });
  await expect(parameters.getByLabel('kind')).toHaveValue('view');
  await editor.runButton.click();
  await expect(page.getByRole('alert').filter({ hasText: '"name" has no value' })).toBeVisible();
  await parameters.getByLabel('kind').selectOption('table');
  await parameters.getByLabel('name').fill("x'; drop table y; --");
  await editor.runButton.click();
  await expect(editor.cells('table')).toBeVisible();
  await expect(editor.cells("x'; drop table y; --")).toBeVisible();
});

test('a template fills the empty editor and runs', async ({ page, project, api }) => {
  const editor = new SqlEditor(page);
  await page.goto(`/project/${project.ref}/sql/new`);
  await expect(editor.text).toBeVisible();
  await editor.tool('Templates');
  const dialog = page.getByRole('dialog', { name: 'Templates' });
  await dialog.getByRole('button', { name: /Add view/ }).hover();
  await expect(dialog.getByRole('region', { name: 'Preview of Add view' })).toContainText('customer_totals');
  await page.keyboard.type('countries');
  await expect(dialog.getByRole('region', { name: 'Preview of Countries data' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(editor.text).toContainText('create table countries');
  await editor.runButton.click();
  await editor.agree();
  await expect(editor.cells('Europe')).toBeVisible();
  expect(await api.rows(project.ref, 'select count(*) > 50 as many from countries')).toEqual([
    { many: true },
  ]);
});

test('the history keeps what was run, and opens it as a new snippet', async ({ page, project }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.run("select 'remembered' as a");
  await expect(editor.cells('remembered')).toBeVisible();
  await editor.run('select no_such_column');
  await expect(editor.results.getByRole('alert')).toBeVisible();
  const before = page.url();
  await editor.tool('History');
  const dialog = page.getByRole('dialog', { name: 'History of runs' });
  const runs = dialog.getByRole('list', { name: 'Runs' }).getByRole('listitem');
  await expect(runs).toHaveCount(2);
  await expect(runs.first()).toContainText('no_such_column" does not exist');
  await dialog.getByLabel('Search the history').fill('remembered');
  await expect(runs).toHaveCount(1);
  await expect(runs).toContainText('1 row');
  await runs.getByRole('button', { name: 'Open' }).click();
  await expect(editor.text).toHaveText("select 'remembered' as a");
  expect(page.url()).not.toBe(before);
  await editor.tool('History');
  await dialog.getByRole('button', { name: 'Clear history' }).click();
  const question = page.getByRole('dialog', { name: 'Clear the history of this project?' });
  await question.getByRole('button', { name: 'Clear history' }).click();
  await expect(dialog.getByText('Nothing was run yet')).toBeVisible();
});

test('format is one step of undo, explain runs nothing', async ({ page, project, api }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await api.rows(project.ref, 'create table if not exists explained (id int)');
  await editor.write('insert into explained select 1');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const plan = editor.results.getByRole('region', { name: 'Plan tree' });
  await expect(plan).toContainText('explained');
  await expect(plan.getByText('1 row expected').first()).toBeVisible();
  expect(await api.rows(project.ref, 'select count(*)::int as n from explained')).toEqual([{ n: 0 }]);
  await editor.write('select a,b from t');
  await page.keyboard.press('Alt+Shift+F');
  await expect(editor.text.locator('.cm-line')).toHaveText(['select', '  a,', '  b', 'from', '  t']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(editor.text).toHaveText('select a,b from t');
  await editor.write('select (1');
  await page.keyboard.press('Alt+Shift+F');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to format' })).toBeVisible();
  await expect(editor.text).toHaveText('select (1');
});

test('a result is shown as bars', async ({ page, project }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.run('select n as day, n * n as total from generate_series(1, 9) as n');
  await expect(editor.cells('81')).toBeVisible();
  await editor.results.getByRole('button', { name: 'Chart settings' }).click();
  await page.getByRole('dialog', { name: 'Chart settings' }).getByLabel('View').selectOption('chart');
  await expect(editor.results.getByRole('img', { name: 'Bar chart of total by day' })).toBeVisible();
});

test('the prompt says that nobody is there to answer', async ({ page, project }) => {
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.write('select 1');
  await page.keyboard.press('ControlOrMeta+k');
  const prompt = page.getByRole('textbox', { name: 'Prompt for the AI' });
  await expect(prompt).toBeFocused();
  await page.keyboard.type('anything');
  await expect(page.getByText(/^No AI provider is set up\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(prompt).toHaveCount(0);
  await expect(editor.text).toBeFocused();
});

/** The panel beside the page of logs, with the cursor in it. */
async function openPanel(page: Page, ref: string) {
  await page.goto(`/project/${ref}/logs`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+e');
  const panel = page.getByRole('complementary', { name: 'SQL Editor' });
  const text = panel.getByRole('textbox', { name: 'SQL of the panel' });
  await expect(text).toBeFocused();
  return { panel, text };
}

test('the panel on the right has fields for parameters and asks before it writes', async ({
  page,
  project,
  api,
}) => {
  const { panel, text } = await openPanel(page, project.ref);
  await page.keyboard.insertText('@set kind:a|b = b\nselect :kind as kind, :name as name');
  const fields = panel.getByRole('group', { name: 'Parameters' });
  await fields.getByRole('textbox', { name: 'name' }).fill("O'Neill");
  await panel.getByRole('button', { name: 'Run' }).click();
  await expect(panel.getByRole('gridcell', { name: "O'Neill", exact: true })).toBeVisible();
  await expect(panel.getByRole('gridcell', { name: 'b', exact: true })).toBeVisible();

  await text.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('create table of_the_panel (id int)');
  await expect(fields).toHaveCount(0);
  await panel.getByRole('button', { name: 'Run' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm to run the query' });
  await expect(question).toContainText('This query contains write operations');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'Run' })).toBeFocused();
  expect(await api.rows(project.ref, "select to_regclass('of_the_panel') as t")).toEqual([{ t: null }]);
});

test('the panel on the right runs SQL and saves it as a snippet', async ({ page, project }) => {
  const { panel, text } = await openPanel(page, project.ref);
  // Tab writes the example.
  await page.keyboard.press('Tab');
  await expect(text).toHaveText('select version();');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText("select 'beside' as place");
  await panel.getByRole('button', { name: 'Run' }).click();
  await expect(panel.getByRole('gridcell', { name: 'beside' })).toBeVisible();
  await expect(panel.getByText('1 row')).toBeVisible();
  await panel.getByRole('button', { name: 'Hide Results' }).click();
  await expect(panel.getByRole('grid')).toHaveCount(0);

  await panel.getByRole('button', { name: 'Save as snippet' }).click();
  await page.keyboard.type('From the panel');
  await page.keyboard.press('Enter');
  const toast = page.getByRole('status').filter({ hasText: 'Saved snippet! View it here' });
  await toast.getByRole('button', { name: 'here' }).click();
  await expect(new SqlEditor(page).text).toHaveText("select 'beside' as place");
  await page.reload();
  await expect(new SqlEditor(page).text).toBeVisible();
  await page.keyboard.press('ControlOrMeta+e');
  await expect(text).toHaveText("select 'beside' as place");
  await panel.getByRole('button', { name: 'Close the SQL editor panel' }).click();
  await expect(panel).toHaveCount(0);
});
