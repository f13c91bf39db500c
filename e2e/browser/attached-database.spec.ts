import { operatorsDoor } from '../basalt/operators-door.ts';
import { testOnOwnServer } from '../basalt/own-server.ts';
import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { expect } from '../basalt/test.ts';

/** A server that may reach databases on this machine. */
const test = testOnOwnServer(async () => ({ BASALT_OUTGOING_ALLOW: '127.0.0.1' }));

test.setTimeout(120_000);

const PASSWORD = 'p@ss/word#1';

test('a database that runs elsewhere is looked at, attached, reached in another way, and left as it was', async ({
  page,
  api,
  basalt,
}) => {
  // The server of another project stands for one that somebody else runs.
  const { ref: elsewhere } = await api.createProject('Elsewhere');
  const { body: server } = await api.request('GET', `/platform/projects/${elsewhere}/connection`);
  const operator = await operatorsDoor(basalt, elsewhere);
  await operator.query(`create role quarry superuser login password '${PASSWORD}'`);
  await operator.query(`create role visitor login password '${PASSWORD}'`);
  await operator.query('create database quarry owner quarry template template0');
  await operator.end();
  const uri = (user: string) =>
    `postgres://${user}:${PASSWORD}@${server.host}:${server.port}/quarry?sslmode=require`;

  await page.goto(`/new/${await api.organization()}`);
  await page.getByRole('link', { name: 'Attach a database' }).click();
  const string = page.getByLabel('Connection string');
  await string.fill(uri('visitor'));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('alert')).toContainText('The role visitor may not create roles.');

  await string.fill(uri('quarry'));
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('region', { name: 'What was found' })).toContainText('PostgreSQL');
  await page.getByRole('button', { name: 'Attach database' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await beyondTheEdge(page)).toEqual([]);
  await page.getByLabel('Name of the project').fill('Quarry');
  await page.getByRole('button', { name: 'Attach database' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quarry' })).toBeVisible({ timeout: 60_000 });
  const home = page.url();

  // What is done to the server is not offered, and its pages say where it is done.
  await expect(page.getByRole('navigation', { name: 'Project' })).not.toContainText('Backups');
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await page.goto(`${home}/database/backups/scheduled`);
  await expect(page.getByText(`${server.host}:${server.port}`)).toBeVisible();
  await page.getByRole('link', { name: 'How it is reached' }).click();

  const change = page.getByRole('form', { name: 'How it is reached' });
  await change.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByRole('alert')).toContainText('The server did not let Basalt in');
  await change.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The database is reached that way from now on')).toBeVisible();

  await page.goto(`${home}/settings/general`);
  await page.getByRole('button', { name: 'Delete project' }).click();
  await expect(page.getByRole('dialog')).toContainText('The database stays where it is.');
});
