import { Client } from 'pg';
import { addColleague, apiAs, openAs } from '../basalt/add-colleague.ts';
import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { saveAll, saveBar } from '../basalt/save-bar.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(90_000);

test('the pool size that is saved is how many connections clients share', async ({ page, api }) => {
  const { ref } = await api.createProject('Shared springs');
  const { body } = await api.request('GET', `/v1/projects/${ref}/config/database/pooler`);
  const connect = async () => {
    const client = new Client({ connectionString: body[0].connection_string });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const clients = await Promise.all(Array.from({ length: 6 }, connect));
  /** How many connections of the database all clients have together, each of them in a transaction that takes a while. */
  const shared = async () => {
    const pids = await Promise.all(
      clients.map(async (client) => {
        const { rows } = await client.query('select pg_backend_pid() as pid from pg_sleep(0.1)');
        return rows[0].pid as number;
      }),
    );
    return new Set(pids).size;
  };
  await expect.poll(shared).toBe(6);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/project/${ref}/settings/database`);
  const section = page.getByRole('region', { name: 'Connection pooling' });
  const size = section.getByRole('textbox', { name: 'Pool size' });
  await expect(size).toHaveValue('');
  await expect(size).toHaveAttribute('placeholder', '10');
  await expect(section).toContainText('Clients at onceUp to 5,000');

  await size.fill('1000');
  await saveAll(page);
  await expect(section).toContainText(/Enter a whole number from 1 to \d+, or nothing\./);
  await saveBar(page).getByRole('button', { name: 'Discard' }).click();
  await expect(size).toHaveValue('');

  await size.fill('2');
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Logs' }).click();
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await saveAll(page);
  await expect(page.getByText('Saved the pool size')).toBeVisible();
  await expect(saveBar(page)).toHaveCount(0);
  // The pooler hears of it a moment after the answer.
  await expect.poll(shared).toBe(2);
  await page.reload();
  await expect(size).toHaveValue('2');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await beyondTheEdge(page)).toEqual([]);

  await size.fill('');
  await saveAll(page);
  await expect(saveBar(page)).toHaveCount(0);
  await expect.poll(shared).toBe(6);
  await Promise.all(clients.map((client) => client.end()));
});

test('a pool size that the database grew too small for is told with what counts', async ({ page, api }) => {
  const { ref } = await api.createProject('Shrunk springs');
  const settings = `/platform/projects/${ref}/config/pooler`;
  const { body: before } = await api.request('GET', settings);
  await page.goto(`/project/${ref}/settings/database`);
  const section = page.getByRole('region', { name: 'Connection pooling' });
  const size = section.getByRole('textbox', { name: 'Pool size' });
  await size.fill(String(before.max_pool_size));
  await saveAll(page);
  await expect(page.getByText('Saved the pool size')).toBeVisible();
  const field = page.getByLabel('max_connections', { exact: true });
  await field.fill(String(before.max_connections - 5));
  await saveAll(page);
  const dialog = page.getByRole('dialog', { name: 'Save the configuration' });
  await dialog.getByRole('radio', { name: 'From the next start on' }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(section).toContainText('It was set for a bigger database.');
  const { body: after } = await api.request('GET', settings);
  expect(after).toMatchObject({ pool_size: before.max_pool_size });
  expect(after.max_pool_size).toBeLessThan(before.max_pool_size);
  await expect(section).toContainText(`This one leaves ${after.max_pool_size} connections to clients`);
  const { body } = await api.request('GET', `/v1/projects/${ref}/config/database/pooler`);
  expect(body[0].default_pool_size).toBe(after.max_pool_size);
});

test('who may not change a project sees its pool size and cannot set it', async ({
  basalt,
  browser,
  project: { ref },
}) => {
  const colleague = await addColleague(basalt, 'Read-only');
  const reader = await openAs(browser, basalt, colleague);
  await reader.goto(`/project/${ref}/settings/database`);
  const section = reader.getByRole('region', { name: 'Connection pooling' });
  await expect(section).toContainText('You need additional permissions to change the pool size.');
  await expect(section.getByRole('textbox', { name: 'Pool size' })).toHaveAttribute('readonly', '');
  await reader.context().close();
  const theirs = await apiAs(basalt, colleague);
  const address = `/v1/projects/${ref}/config/database/pooler`;
  expect((await theirs.request('PATCH', address, { default_pool_size: 2 })).status).toBe(403);
});
