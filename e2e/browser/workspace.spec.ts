import { readFile } from 'node:fs/promises';
import { addColleague, openAs } from '../basalt/add-colleague.ts';
import { ApiClient } from '../basalt/api-client.ts';
import { saveAll } from '../basalt/save-bar.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

test('an organization is created and renamed', async ({ page, api }) => {
  await page.goto('/projects');
  await page.getByRole('button', { name: 'New organization' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Hexagon');
  await dialog.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('heading', { name: 'New project', level: 1 })).toBeVisible();
  await page.goto('/projects');
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Hexagon' }).click();
  await page.getByLabel('Organization name').fill('Hexagon Works');
  await saveAll(page);
  await expect(page.getByText('Renamed the organization')).toBeVisible();
  const { body } = await api.request('GET', '/v1/organizations');
  expect(body.map(({ name }: { name: string }) => name)).toContain('Hexagon Works');

  // Another owner has changed the role since the page was opened.
  const denied = 'You do not have the required permissions to update this organization.';
  await page.route('**/platform/organizations/*', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: denied } }),
  );
  await page.getByLabel('Organization name').fill('Hexagon and Sons');
  await saveAll(page);
  await expect(page.getByRole('alert').filter({ hasText: denied })).toBeVisible();
});

test('what is done is kept here, shown, and not kept any more after one switch', async ({
  page,
  api,
  project,
}) => {
  const { body: opened } = await api.request('GET', `/platform/projects/${project.ref}`);
  const slug = opened.organization_slug;
  const address = `/platform/organizations/${slug}/usage-events`;
  const runs = async () => {
    const { body } = await api.request('GET', `${address}?limit=1000`);
    return body.events.filter(
      ({ event, project_ref: ref }: { event: string; project_ref: string }) =>
        event === 'sql_run' && ref === project.ref,
    ).length;
  };
  const before = await runs();
  const editor = new SqlEditor(page);
  await editor.open(project.ref);
  await editor.run('select 1 as kept');
  await expect(editor.cells('1').first()).toBeVisible();
  await expect.poll(runs).toBe(before + 1);

  await page.goto(`/org/${slug}/general`);
  const events = page.getByRole('region', { name: 'Usage events' });
  await expect(events.getByRole('row', { name: /^SQL run/ })).toBeVisible();
  const file = page.waitForEvent('download');
  await events.getByRole('button', { name: 'Download as JSON' }).click();
  expect(JSON.parse(await readFile(await (await file).path(), 'utf8'))[0]).toEqual({
    id: expect.any(Number),
    event: expect.any(String),
    at: expect.any(String),
    project_ref: expect.anything(),
    account_id: expect.any(String),
  });
  const isKept = events.getByRole('switch', { name: 'Keep usage events' });
  await isKept.click();
  await expect(isKept).not.toBeChecked();
  try {
    const told = page.waitForResponse(
      (response) =>
        response.url().endsWith('/usage-events') && response.request().postDataJSON()?.event === 'sql_run',
    );
    await editor.open(project.ref);
    await editor.run('select 2 as not_kept');
    expect((await told).status()).toBe(202);
    expect(await runs()).toBe(before + 1);
  } finally {
    await api.request('PATCH', address, { is_kept: true });
  }
});

test('an access token says when it expires, and works until it is deleted', async ({ page, basalt }) => {
  await page.goto('/account/tokens');
  await page.getByLabel('Name of the token').fill('deploy script');
  await page.getByLabel('When it expires').selectOption('Expires in 30 days');
  await page.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByText(/^sbp_[0-9a-f]{40}$/);
  await expect(shown).toBeVisible();
  const script = new ApiClient(basalt.origin, await shown.textContent());
  expect((await script.request('GET', '/v1/organizations')).status).toBe(200);

  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(shown).toHaveCount(0);
  const end = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
  await expect(page.getByRole('row', { name: 'deploy script' })).toContainText(
    new RegExp(`${end.getUTCDate()} \\w+ ${end.getUTCFullYear()}`),
  );
  await page.getByRole('button', { name: 'Delete deploy script' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete token' }).click();
  await expect(page.getByRole('button', { name: 'Delete deploy script' })).toHaveCount(0);
  expect((await script.request('GET', '/v1/organizations')).status).toBe(401);
});

test('addresses that lead nowhere say so inside the shell', async ({ page, project }) => {
  const menu = (name: string) => page.getByRole('navigation', { name });
  await page.goto('/project/aaaaaaaaaaaaaaaaaaaa/sql');
  await expect(page.getByRole('heading', { name: 'Project not found', level: 1 })).toBeVisible();
  await expect(menu('Project')).toHaveCount(0);
  await expect(menu('Workspace').getByRole('link', { name: 'Projects' })).toBeVisible();
  await page.goto('/project/not-a-ref');
  await expect(page.getByRole('heading', { name: 'Project not found', level: 1 })).toBeVisible();
  await expect(menu('Project')).toHaveCount(0);
  await page.goto(`/project/${project.ref}/nowhere/at/all`);
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
  await expect(menu('Project').getByRole('link', { name: 'SQL editor' })).toBeVisible();
  await page.goto('/nowhere/at/all');
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
  await expect(menu('Workspace')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your projects' }).click();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
});

test('support makes a report that can be copied, and says that nothing is sent', async ({
  page,
  project,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/support/new?category=Database_unresponsive&ref=${project.ref}&subject=It+stands+still`);
  await expect(page.getByText('Nothing is sent from this page.')).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('It stands still');
  await page.getByLabel('Description').fill('Since noon no query ends.');
  const report = page.getByRole('region', { name: 'text of the report' });
  for (const part of [
    'It stands still',
    'Since noon no query ends.',
    'Project: Quarry',
    'Status: ACTIVE_HEALTHY',
  ])
    await expect(report).toContainText(part);
  // It is sent nowhere, so it would be lost until it is copied.
  const away = page.getByRole('link', { name: 'Projects' }).first();
  await away.click();
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Copy report' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain('About: A database that does not answer');
  expect(copied).toContain('Since noon no query ends.');
  await away.click();
  await expect(page).toHaveURL(/\/projects$/);
});

test('the command menu finds what a project has, stays where it is and gives the focus back', async ({
  page,
  browser,
  basalt,
  project,
  api,
}) => {
  await api.rows(project.ref, 'create schema if not exists pit; create table pit.granite_blocks (id int)');
  const path = `/platform/projects/${project.ref}/content`;
  const content = { schema_version: '1', sql: 'select 1' };
  await api.request('POST', path, { type: 'sql', name: 'Count granite', content });
  const report = { schema_version: '1', cards: [], days: null };
  await api.request('POST', path, { type: 'report', name: 'Granite this month', content: report });
  const user = { email: 'granite@example.com', password: 'granite in the morning' };
  expect((await api.request('POST', `/platform/auth/${project.ref}/users`, user)).status).toBe(201);

  const menu = page.getByRole('dialog', { name: 'Command menu' });
  const field = menu.getByRole('combobox');
  await page.goto(`/project/${project.ref}/settings/general`);
  const name = page.getByLabel('Project name');
  await name.focus();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  const top = (await field.boundingBox())?.y;
  expect(top).toBeLessThan(200);
  const { x = 0, y = 0, width = 0 } = (await menu.boundingBox()) ?? {};
  expect([x + width / 2, width]).toEqual([1280 / 2, 560]);
  expect(y).toBeGreaterThanOrEqual(16);
  await page.keyboard.type('granite');
  for (const found of ['granite_blocks', 'Count granite', 'Granite this month', 'granite@example.com'])
    await expect(menu.getByRole('option', { name: found })).toBeVisible();
  expect((await field.boundingBox())?.y).toBe(top);
  await page.keyboard.type(' that is not there');
  await expect(menu.getByText('Nothing is called that.')).toBeVisible();
  expect((await field.boundingBox())?.y).toBe(top);
  await field.fill('');
  const options = menu.getByRole('option');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(name).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(name).toBeFocused();

  // The keyboard leads to what the server found, too, and what is typed before the menu is there goes to its field.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('granite_bl');
  await expect(field).toHaveValue('granite_bl');
  await expect(name).toHaveValue(project.name);
  await expect(menu.getByRole('option', { selected: true })).toHaveText(/^granite_blocks/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/editor\/\d+$/);
  await expect(page.getByRole('heading', { name: 'pit.granite_blocks' })).toBeVisible();

  // What is somebody's own stays theirs.
  const theirs = await openAs(browser, basalt, await addColleague(basalt, 'Read-only'));
  await theirs.goto(`/project/${project.ref}`);
  await theirs.getByRole('button', { name: 'Open command menu' }).click();
  const other = theirs.getByRole('dialog', { name: 'Command menu' });
  await other.getByRole('combobox').fill('granite');
  await expect(other.getByRole('option', { name: 'granite_blocks' })).toBeVisible();
  await expect(other.getByRole('option', { name: 'Count granite' })).toHaveCount(0);
  await theirs.context().close();
});

test('what is typed before the command menu is loaded is in its field', async ({ page, project }) => {
  const menu = page.getByRole('dialog', { name: 'Command menu' });
  const field = menu.getByRole('combobox');
  const code = /\/assets\/[^/]+\.js$/;
  const isHere = Promise.withResolvers<void>();
  await page.goto(`/project/${project.ref}/settings/general`);
  const name = page.getByLabel('Project name');
  await name.focus();
  // What is asked for from now on is the menu.
  await page.route(code, async (route) => {
    await isHere.promise;
    await route.continue();
  });
  const isWanted = page.waitForRequest(code);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('rate lx');
  await page.keyboard.press('Backspace');
  await isWanted;
  await expect(menu).toHaveCount(0);
  isHere.resolve();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('rate l');
  await page.keyboard.type('imits');
  await expect(field).toHaveValue('rate limits');
  await expect(name).toHaveValue(project.name);
  const first = menu.getByRole('option').first();
  await expect(first).toHaveText(/^Rate limits/);
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Rate limits', level: 1 })).toBeVisible();
});
