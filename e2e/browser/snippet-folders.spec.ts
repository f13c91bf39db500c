import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { Snippets } from '../basalt/snippets.ts';
import { expect, test } from '../basalt/test.ts';

test('folders: create, rename, move into, delete with what is in it, and undo', async ({ page, project }) => {
  const snippets = new Snippets(page);
  await snippets.save(project.ref, 'In a folder', 'select 3');
  await snippets.list.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('textbox', { name: 'Name of the new folder' }).fill('Reports');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Successfully created folder')).toBeVisible();
  const folder = (name: string) => snippets.list.getByRole('button', { name: new RegExp(`^${name} ?\\d`) });
  await expect(folder('Reports')).toBeVisible();

  await snippets.list.getByRole('button', { name: 'Menu of folder Reports' }).click();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'New name of Reports' }).fill('Monthly');
  const renaming = page.waitForRequest((request) => request.method() === 'PUT');
  await snippets.text.click();
  const sent = await renaming;
  expect(sent.postDataJSON()).toEqual({ name: 'Monthly', parentId: null });
  expect(sent.headers().version).toBe('2');
  await expect(folder('Monthly')).toBeVisible();

  await snippets.choose('Move to folder…');
  await page.getByRole('radio', { name: 'Monthly' }).check();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(folder('Monthly')).toHaveText(/1$/);
  await folder('Monthly').click();
  await expect(
    snippets.list
      .getByRole('list', { name: 'Snippets in Monthly' })
      .getByRole('link', { name: 'In a folder' }),
  ).toBeVisible();

  await snippets.text.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' + 1');
  await snippets.list.getByRole('button', { name: 'Menu of folder Monthly' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete folder “Monthly”?' });
  await expect(dialog).toContainText('1 snippet in it is deleted too');
  await dialog.getByRole('button', { name: 'Delete folder' }).click();
  await expect(folder('Monthly')).toHaveCount(0);
  await expect(page).toHaveURL(/\/sql\/new/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(folder('Monthly')).toHaveText(/1$/);
  // The same one: it is open as it was, with the text that was typed last.
  const back = snippets.list.getByRole('list', { name: 'Snippets in Monthly' });
  await back.getByRole('link', { name: 'In a folder' }).click();
  await expect(snippets.text).toHaveText('select 3 + 1');
});

test('a folder name that exists is refused and the new folder goes', async ({ page, project }) => {
  const snippets = new Snippets(page);
  await page.goto(`/project/${project.ref}/sql/new`);
  const add = async () => {
    await snippets.list.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('textbox', { name: 'Name of the new folder' }).fill('Only one');
    await page.keyboard.press('Enter');
  };
  await add();
  await expect(snippets.list.getByRole('button', { name: /^Only one/ })).toHaveCount(1);
  await add();
  await expect(page.getByText(/Failed to create folder: .*This folder name already exists/)).toBeVisible();
  await expect(snippets.list.getByRole('button', { name: /^Only one/ })).toHaveCount(1);
});

test('a snippet is dragged into a folder and out again', async ({ page, project }) => {
  const snippets = new Snippets(page);
  await snippets.save(project.ref, 'Dragged', 'select 5');
  await snippets.list.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('textbox', { name: 'Name of the new folder' }).fill('Target');
  await page.keyboard.press('Enter');
  const folder = snippets.list.getByRole('button', { name: /^Target ?\d/ });
  await expect(folder).toHaveText(/0$/);

  const root = snippets.list.getByRole('list', { name: 'Private snippets' });
  await root.getByRole('link', { name: 'Dragged' }).dragTo(folder);
  await expect(page.getByText('“Dragged” is in “Target” now')).toBeVisible();
  await expect(folder).toHaveText(/1$/);
  await expect(root.getByRole('link', { name: 'Dragged' })).toHaveCount(0);
  await page.reload();
  await folder.click();
  const inside = snippets.list.getByRole('list', { name: 'Snippets in Target' });
  await inside
    .getByRole('link', { name: 'Dragged' })
    .dragTo(snippets.section('Private').getByRole('heading', { name: /^Private/ }));
  await expect(page.getByText('“Dragged” is in no folder now')).toBeVisible();
  await expect(folder).toHaveText(/0$/);
  await expect(root.getByRole('link', { name: 'Dragged' })).toBeVisible();
});

test('a snippet is downloaded as a file, and as a migration with the commands for it', async ({
  page,
  project,
}) => {
  const snippets = new Snippets(page);
  const sql = "insert into stones values ('größer', E'\\n');";
  await snippets.save(project.ref, 'Grand / Total: 2', sql);
  // What is not on the server yet is downloaded too.
  await snippets.text.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' -- last');
  const file = page.waitForEvent('download');
  await snippets.choose('Download as .sql');
  // Only in ASCII: what a browser does with other names depends on the locale that it was started in.
  expect((await file).suggestedFilename()).toBe('grand_total_2.sql');
  expect(await textOf(await file)).toBe(`${sql} -- last`);

  await snippets.choose('Download as migration…');
  const dialog = page.getByRole('dialog', { name: /migration/i });
  await expect(dialog).toContainText('supabase migration new grand_total_2');
  const migration = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /^Download/ }).click();
  expect((await migration).suggestedFilename()).toMatch(/^\d{14}_grand_total_2\.sql$/);
  expect(await textOf(await migration)).toBe(`${sql} -- last`);
});

async function textOf(download: Download): Promise<string> {
  return await readFile(await download.path(), 'utf8');
}
