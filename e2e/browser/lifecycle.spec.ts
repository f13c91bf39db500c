import { expect, test } from '../basalt/test.ts';

test('a restart keeps the rows and is written down', async ({ page, api }) => {
  const { ref } = await api.createProject('Devils Tower');
  await api.rows(ref, "create table notes as select 'kept through the restart' as text");
  await page.goto(`/project/${ref}/settings/general`);
  await page.getByRole('button', { name: 'Restart project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restart project' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect(await api.rows(ref, 'select text from notes')).toEqual([{ text: 'kept through the restart' }]);
  await page.goto(`/project/${ref}`);
  const operations = page.getByRole('list', { name: 'What happened' });
  await expect(operations.getByRole('button').first()).toContainText(/restart/i);
});

test('the database alone is restarted from the menu', async ({ page, api }) => {
  const { ref } = await api.createProject('Svartifoss');
  await api.rows(ref, "create table notes as select 'kept through the restart' as text");
  await page.goto(`/project/${ref}/settings/general`);
  await page.getByRole('button', { name: 'More ways to restart' }).click();
  await page.getByRole('button', { name: /^Database only/ }).click();
  const asked = page.waitForRequest(`**/platform/projects/${ref}/restart`);
  await page.getByRole('dialog').getByRole('button', { name: 'Restart database' }).click();
  expect((await asked).postDataJSON()).toEqual({ scope: 'database' });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect(await api.rows(ref, 'select text from notes')).toEqual([{ text: 'kept through the restart' }]);
});

test('a project is renamed everywhere', async ({ page, api }) => {
  const { ref } = await api.createProject('Working title');
  await page.goto(`/project/${ref}/settings/general`);
  await page.getByLabel('Project name').fill('Skogafoss');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Switch project' })).toContainText('Skogafoss');
  await expect(page).toHaveTitle(/Skogafoss/);
  await page.goto('/projects');
  // Journeys beside this one fill the list, which draws what is on the screen.
  await page.getByRole('searchbox', { name: 'Search by name or reference' }).fill(ref);
  await expect(page.getByRole('link', { name: 'Skogafoss' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Working title' })).toHaveCount(0);
});

test('a project that does not answer is connected to as soon as its REST address does', async ({
  page,
  project,
}) => {
  let answers = false;
  const api = `**/platform/projects/${project.ref}`;
  await page.route(api, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), postgrestStatus: 'OFFLINE' } });
  });
  await page.route(`${api}/api/rest`, (route) =>
    answers
      ? route.continue()
      : route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not yet.' } }),
  );
  await page.goto(`/project/${project.ref}/settings/api`);
  await expect(page.getByRole('heading', { name: 'Connecting to project' })).toBeVisible();
  await page.waitForResponse(`${api}/api/rest`);
  await expect(page.getByRole('heading', { name: 'Connecting to project' })).toBeVisible();
  answers = true;
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible({ timeout: 10_000 });
});
