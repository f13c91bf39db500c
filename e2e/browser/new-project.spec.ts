import { DATABASE_PASSWORD } from '../basalt/owner.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

test('a newcomer creates a project and runs SQL on its own database', async ({ page }) => {
  await page.goto('/projects');
  await page.getByRole('link', { name: 'New project', exact: true }).click();
  const form = page.getByRole('main');
  await form.getByRole('button', { name: 'Create project' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await form.getByLabel('Name', { exact: true }).fill('Giant’s Causeway');
  await form.getByLabel('Database password').fill('password');
  await form.getByRole('button', { name: 'Create project' }).click();
  await expect(form.getByText(/easy to guess/i).first()).toBeVisible();
  await form.getByLabel('Database password').fill(DATABASE_PASSWORD);
  await form.getByRole('button', { name: 'Create project' }).click();

  await expect(page.getByRole('heading', { name: 'Giant’s Causeway', level: 1 })).toBeVisible({
    timeout: 40_000,
  });
  await expect(page.getByRole('list', { name: 'Recent operations' })).toBeVisible();
  await page.getByRole('link', { name: 'Open SQL editor' }).click();

  const editor = new SqlEditor(page);
  await editor.run('create table columns (id int primary key, height numeric)');
  await expect(editor.results.getByText('Success. No rows returned').last()).toBeVisible();
  await editor.run('insert into columns values (1, 12.5), (2, 9)');
  await expect(editor.results.getByText('INSERT ran successfully. 2 rows affected.').last()).toBeVisible();
  await editor.run('select id, height from columns order by id');
  await expect(editor.grid).toMatchAriaSnapshot(`
    - grid:
      - row:
        - columnheader /id/
        - columnheader /height/
      - row:
        - gridcell "1"
        - gridcell "12.5"
      - row:
        - gridcell "2"
        - gridcell "9"
  `);

  await page.goto('/projects');
  await expect(page.getByRole('link', { name: 'Giant’s Causeway' })).toBeVisible();
});
