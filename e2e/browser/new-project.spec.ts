import { DATABASE_PASSWORD } from '../basalt/owner.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

test('a newcomer creates a project and runs SQL on its own database', async ({ page }) => {
  await page.goto('/projects');
  const asked = page.waitForRequest('**/available-versions');
  // Other journeys make organizations, and then the button of the page asks for which one it is.
  await page.getByRole('link', { name: 'New project in My organization' }).click();
  expect((await asked).postDataJSON()).toEqual({ provider: 'LOCAL', region: expect.any(String) });
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
  await expect(page.getByRole('list', { name: 'What happened' })).toBeVisible();
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
  // Journeys beside this one fill the list, which draws what is on the screen.
  await page.getByRole('searchbox', { name: 'Search by name or reference' }).fill('Giant');
  await expect(page.getByRole('link', { name: 'Giant’s Causeway' })).toBeVisible();
});

test('a project that is being set up shows what an app needs of it, and opens by itself', async ({
  page,
  api,
}) => {
  const { ref, name } = await api.createProject('Fingal’s Cave');
  // Setting up takes less than a second: its page is held by what is said of the project.
  const comingUp = { status: 'COMING_UP' };
  const address = new RegExp(`/platform/projects/${ref}(/status)?$`);
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...comingUp } });
  });
  await page.goto(`/project/${ref}`);
  await expect(page.getByRole('heading', { name: 'Setting up project' })).toBeVisible();
  const keys = page.getByRole('region', { name: 'API keys' });
  await expect(keys.getByText('service_role', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Configuration' })).toContainText('Project URL');
  const libraries = page.getByRole('list', { name: 'Client libraries' }).getByRole('link');
  await expect(libraries).toHaveText(['JavaScript', 'Flutter', /^Python\s*Alpha$/, 'C#', 'Swift', 'Kotlin']);
  await expect(page.getByRole('list', { name: 'Example apps' }).getByRole('link')).not.toHaveCount(0);
  const reading = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Read how apps use a project' }).click();
  await expect(
    (await reading).getByRole('heading', { name: 'The API of a project', level: 1 }),
  ).toBeVisible();

  await page.unroute(address);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(libraries).toHaveCount(0);
});
