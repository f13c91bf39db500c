import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { ApiClient } from '../basalt/api-client.ts';
import { logHeadings } from '../basalt/heading-log.ts';
import { OWNER } from '../basalt/owner.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import { disposeBasalt, startBasalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

test.describe.configure({ mode: 'parallel' });

// Projects are made, stopped and started, which takes its time on a busy machine.
test.setTimeout(90_000);
const PATIENCE = { timeout: 20_000 };

test('a project is paused and restored, and its rows are still there', async ({ page, api }) => {
  const { ref } = await api.createProject('Fingal’s Cave', { postgres_engine: '16' });
  await api.rows(ref, "create table notes as select 'kept through the pause' as text");
  await page.goto(`/project/${ref}/settings/general`);
  const headings = await logHeadings(page);
  await page.getByRole('button', { name: 'Pause project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause project' }).click();
  await expect(page.getByText('Pausing project', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Restore project' })).toBeVisible(PATIENCE);
  expect(await headings()).toEqual(['General settings', 'Pausing project', 'General settings']);
  const refused = await api.query(ref, 'select 1');
  expect(refused.status).toBeGreaterThanOrEqual(400);

  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'SQL editor' }).click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - status:
      - heading "Fingal’s Cave is paused" [level=1]
      - text: Restore the project to open the SQL editor. All data has been kept; address and password stay the same.
    - button "Restore project"
    - button "Download backups"
    - link "View project settings"
  `);

  await page.getByRole('button', { name: 'Restore project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore project' });
  const version = dialog.getByRole('combobox', { name: 'Postgres version' });
  await expect(version).toBeEnabled();
  await expect(version.getByRole('option')).toHaveText(['16']);
  await dialog.getByRole('button', { name: 'Restore project' }).click();
  await expect(page.getByText('Restoring project')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Restoration complete' })).toBeVisible(PATIENCE);
  expect((await headings()).slice(3)).toEqual([
    'Fingal’s Cave is paused',
    'Restoration in progress',
    'Restoration complete',
  ]);
  await page.getByRole('button', { name: 'Return to project' }).click();
  const editor = new SqlEditor(page);
  await editor.run('select text from notes');
  await expect(editor.cells('kept through the pause')).toBeVisible();
});

test('a paused project gives its database away, and storage objects where it has some', async ({
  page,
  api,
  basalt,
}) => {
  test.slow();
  const { ref } = await api.createProject('Staffa');
  await api.rows(ref, "create table notes as select 'taken along' as text");
  const { url, secret } = await keysOf(api, basalt, ref);
  const { storage } = clientOf(url, secret);
  await storage.createBucket('caves');
  expect((await storage.from('caves').upload('fingal.txt', 'columns of stone')).error).toBeNull();
  await api.request('POST', `/platform/projects/${ref}/pause`);
  await api.waitForStatus(ref, 'INACTIVE');
  await page.goto(`/project/${ref}/auth/users`);
  const menu = page.getByRole('button', { name: 'Download backups' });
  await menu.click();
  const coming = page.waitForEvent('download', { timeout: 90_000 });
  await page.getByRole('button', { name: 'Database backup PostgreSQL 17, as one SQL file' }).click();
  const file = await coming;
  await expect(page.getByText('Downloading database backup')).toBeVisible();
  expect(gunzipSync(await readFile(await file.path())).toString()).toContain('taken along');

  await menu.click();
  const objects = page.getByRole('button', { name: /^Storage objects/ });
  const archive = page.waitForEvent('download', { timeout: 90_000 });
  await objects.click();
  await expect(page.getByText('Preparing storage objects. This can take a while.')).toBeVisible();
  const packed = await archive;
  await expect(page.getByText('Downloading storage objects')).toBeVisible();
  expect(packed.suggestedFilename()).toMatch(/^staffa-storage-[\d-]+\.tar$/);
  const { stdout } = await promisify(execFile)('tar', ['-xOf', await packed.path(), 'caves/fingal.txt']);
  expect(stdout).toBe('columns of stone');
  expect((await api.request('GET', `/platform/projects/${ref}`)).body.status).toBe('INACTIVE');
});

test('on the free plan a pause has an end, and a restoration needs a free place', async ({
  strangerPage,
}) => {
  const basalt = await startBasalt({ environment: { BASALT_DEFAULT_PLAN: 'free' } });
  try {
    const api = new ApiClient(basalt.origin, OWNER.accessToken);
    const { ref } = await api.createProject('Giants Causeway');
    await api.request('POST', `/platform/projects/${ref}/pause`);
    await api.waitForStatus(ref, 'INACTIVE');
    const { email, password } = OWNER;
    await strangerPage.request.post(`${basalt.origin}/platform/sign-in`, { data: { email, password } });
    await strangerPage.goto(`${basalt.origin}/project/${ref}/sql`);
    const note = strangerPage.getByRole('note');
    await expect(note).toContainText('90 days left to restore it');
    const last = new Date(Date.now() + 90 * 86_400_000);
    await expect(note).toContainText(String(last.getUTCFullYear()));
    await expect(note.getByRole('link', { name: 'Upgrade to Pro' })).toHaveAttribute(
      'href',
      /^\/org\/[^/]+\/billing\?panel=subscriptionPlan$/,
    );

    // What is not there is not offered.
    await strangerPage.getByRole('button', { name: 'Download backups' }).click();
    await expect(strangerPage.getByRole('button', { name: /^Database backup/ })).toBeVisible();
    await expect(strangerPage.getByRole('button', { name: /^Storage objects/ })).toHaveCount(0);
    await strangerPage.keyboard.press('Escape');

    await api.createProject('Hexagon');
    await api.createProject('Pentagon');
    await strangerPage.getByRole('button', { name: 'Restore project' }).click();
    const dialog = strangerPage.getByRole('dialog', {
      name: 'Members have reached their limit of free projects',
    });
    await expect(dialog.getByRole('listitem')).toHaveText([`${OWNER.email}Limit: 2 free projects`]);
    await dialog.getByRole('button', { name: 'Understood' }).click();
    await expect(dialog).toHaveCount(0);
    expect((await api.request('GET', `/platform/projects/${ref}`)).body.status).toBe('INACTIVE');
  } finally {
    await disposeBasalt(basalt);
  }
});
