import type { Locator, Page } from '@playwright/test';
import { OWNER } from '../basalt/owner.ts';
import { untilQuiet } from '../basalt/page-checks.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

// The main ways through the product without a mouse. Nothing here is clicked, and nothing gets the focus but by keys.

test.describe.configure({ mode: 'parallel' });

const MOST_PRESSES = 60;

/** Presses Tab until something has the focus: that this leads there is part of what is shown. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${MOST_PRESSES} times ${key} does not lead to ${target}.`);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('signing in, the list of projects and going from page to page', async ({
  strangerPage: page,
  project: { ref, name },
}) => {
  await page.goto('/sign-in');
  await tabTo(page, page.getByLabel('E-mail address'));
  await page.keyboard.type(OWNER.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(OWNER.password);
  await press(page, 'Enter');
  await expect(heading(page, 'Projects')).toBeVisible();

  await page.goto('/projects?q=Quarry');
  await expect(page.getByRole('row').filter({ hasText: ref })).toBeVisible();
  await press(page, 'Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await press(page, 'Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await press(page, 'j', 'j', 'k', 'Enter');
  await expect(heading(page, name)).toBeVisible();

  await press(page, 'g', 'r');
  await expect(heading(page, 'Realtime inspector')).toBeVisible();
  const menu = page.getByRole('dialog', { name: 'Command menu' });
  await press(page, 'ControlOrMeta+k');
  await expect(menu.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('mailbox');
  await expect(menu.getByRole('option').first()).toContainText('Development mailbox');
  await press(page, 'Enter');
  await expect(heading(page, 'Development mailbox')).toBeVisible();
});

test('dialogs and menus keep the keyboard, and give it back', async ({ page, project: { ref } }) => {
  await page.goto(`/project/${ref}/auth/users`);
  const opener = page.getByRole('main').getByRole('button', { name: 'Create user', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Create user' });
  const inside = dialog.locator(':focus');
  await tabTo(page, opener);
  await press(page, 'Enter');
  await expect(dialog).toBeVisible();
  await expect(inside).toHaveCount(1);
  for (let presses = 0; presses < 8; presses++) {
    await press(page, 'Tab');
    await expect(inside).toHaveCount(1);
  }
  await press(page, 'Shift+Tab');
  await expect(inside).toHaveCount(1);
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();

  await press(page, 'ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Command menu' }).getByRole('combobox')).toBeFocused();
  await press(page, 'Escape');
  await expect(opener).toBeFocused();
});

test('a table is opened, a cell changed and saved', async ({ page, api, project: { ref } }) => {
  await api.rows(ref, 'create table public.by_keys (id int primary key, name text)');
  await api.rows(ref, "insert into public.by_keys values (1, 'granite')");
  await page.goto(`/project/${ref}/editor`);
  await tabTo(page, page.getByRole('link', { name: 'by_keys' }));
  await press(page, 'Enter');
  const grid = page.getByRole('grid');
  const cell = grid.getByRole('gridcell', { name: 'granite' });
  await expect(cell).toBeVisible();
  await tabTo(page, grid.locator('*'));
  // From its corner: the row below the head, and the last column.
  await press(page, 'ControlOrMeta+Home', 'ArrowDown', 'ArrowRight', 'ArrowRight');
  await expect(cell).toHaveAttribute('aria-selected', 'true');
  await press(page, 'Enter');
  await expect(page.getByLabel('Value of name', { exact: true })).toBeFocused();
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type('basalt');
  await press(page, 'Enter');
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(bar).toBeVisible();
  await press(page, 'ControlOrMeta+s');
  await expect(bar).toHaveCount(0);
  expect(await api.rows(ref, 'select name from public.by_keys')).toEqual([{ name: 'basalt' }]);
});

test('SQL is written, run and canceled', async ({ page, project: { ref } }) => {
  const editor = new SqlEditor(page);
  await untilQuiet(page, 300, () => page.goto(`/project/${ref}/sql/new`));
  await tabTo(page, editor.text);
  await page.keyboard.type('select 7 as seven');
  await press(page, 'ControlOrMeta+Enter');
  await expect(editor.cells('7')).toBeVisible();

  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type('select pg_sleep(50)');
  await press(page, 'ControlOrMeta+Enter');
  // A function may do anything: the question is answered where the focus is.
  await expect(editor.question.getByRole('button', { name: 'Run', exact: true })).toBeFocused();
  await press(page, 'Enter');
  await expect(editor.cancelButton).toBeVisible();
  // Tab indents in the editor, and leaves it after Escape.
  await press(page, 'Escape');
  await tabTo(page, editor.cancelButton, 'Shift+Tab');
  await press(page, 'Enter');
  await expect(
    editor.results
      .getByRole('alert')
      .or(editor.results.getByText(/cancel/i))
      .first(),
  ).toBeVisible();
  await expect(editor.runButton).toBeVisible();
});

test('a setting is changed, saved and brought back to its default', async ({ page, project: { ref } }) => {
  await page.goto(`/project/${ref}/realtime/settings`);
  const field = page.getByRole('textbox', { name: 'Joins of a client in a second' });
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  const usual = await field.inputValue();
  await tabTo(page, field);
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type('51');
  await expect(bar).toContainText('1 unsaved change');
  await press(page, 'ControlOrMeta+s');
  await expect(bar).toHaveCount(0);
  await page.reload();
  await expect(field).toHaveValue('51');
  await tabTo(page, page.getByRole('button', { name: /^Reset to default/ }));
  await press(page, 'Enter');
  await expect(field).toHaveValue(usual);
  await tabTo(page, bar.getByRole('button', { name: 'Save' }));
  await press(page, 'Enter');
  await expect(bar).toHaveCount(0);
  await page.reload();
  await expect(field).toHaveValue(usual);
});
