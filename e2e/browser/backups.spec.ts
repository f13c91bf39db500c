import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import type { ApiClient, CreatedProject } from '../basalt/api-client.ts';
import { saveAll } from '../basalt/save-bar.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

test.describe.configure({ mode: 'parallel' });

// What a restore takes is copying; on a busy machine that takes a while.
const PATIENCE = { timeout: 30_000 };

test.describe.configure({ timeout: 90_000 });

test('a row that was deleted comes back, and the database before the restore as well', async ({
  page,
  api,
}) => {
  const project = await projectWithBackup(page, api, 'Basalt Falls');
  const { ref, name } = project;
  await expect(page.getByRole('region', { name: 'State of the backups' })).toMatchAriaSnapshot(`
    - region "State of the backups":
      - paragraph: /^Changes are safe up to (this second|\\d+ \\w+ ago)$/
      - 'button "Time zone: UTC"'
      - term: Newest recoverable moment
      - definition: /^\\d{2} \\w{3} \\d{4}, \\d{2}:\\d{2}:\\d{2}$/
      - term: Earliest recoverable moment
      - definition: /^\\d{2} \\w{3} \\d{4}, \\d{2}:\\d{2}:\\d{2}$/
      - term: Space used
      - definition: /Backups .+, changes .+/
      - term: Free space
      - definition
      - figure:
        - list "Backups over time":
          - listitem:
            - button /Taken by hand .+ Not verified yet$/
  `);
  const moment = await momentBetween(api, ref, "insert into notes values ('early')", 'delete from notes');
  await expect.poll(() => newestMoment(api, ref), PATIENCE).toBeGreaterThan(moment);

  await page.getByRole('link', { name: 'Point in time' }).click();
  const form = page.getByRole('region', { name: 'Restore to a moment' });
  await form.getByRole('button', { name: 'Time zone: UTC' }).click();
  await page.getByRole('searchbox', { name: 'Find a city or offset...' }).fill('kolkata');
  await page.getByRole('button', { name: /Asia\/Kolkata/ }).click();
  const shown = new Date(moment + 5.5 * 3_600_000).toISOString();
  await form.getByLabel('Date').fill(shown.slice(0, 10));
  await form.getByLabel('Time', { exact: true }).fill(shown.slice(11, 19));
  await expect(form.getByText(`${new Date(moment).toISOString().slice(11, 19)} UTC`)).toBeVisible();
  await form.getByRole('button', { name: 'Restore in place' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore in place' });
  await dialog.getByRole('textbox').fill('basalt falls');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(dialog.getByText('Value entered does not match')).toBeVisible();
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Restoration/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Restoration complete' })).toBeVisible(PATIENCE);
  expect(await api.rows(ref, 'select text from notes')).toEqual([{ text: 'early' }]);

  await page.goto(`/project/${ref}/database/backups`);
  await expect(page).toHaveURL(/\/database\/backups\/scheduled$/);
  const question = page.getByRole('dialog', { name: 'Go back to the kept database' });
  await openedBy(page.getByRole('button', { name: 'Go back to it' }), question);
  await question.getByRole('button', { name: 'Go back to it' }).click();
  await expect(page.getByRole('heading', { name: 'Restoration complete' })).toBeVisible(PATIENCE);
  expect(await api.rows(ref, 'select text from notes')).toEqual([]);
});

test('a restore point of the SQL editor is listed on both pages and over time, and restored', async ({
  page,
  api,
}) => {
  const { ref, name } = await projectWithBackup(page, api, 'Sea Stack');
  await api.rows(ref, "insert into notes values ('before')");
  const editor = new SqlEditor(page);
  await editor.open(ref);
  await editor.run('drop table notes');
  await expect(page.getByText(/^Took the restore point sql-/)).toBeVisible();
  await expect.poll(async () => (await api.query(ref, 'table notes')).status).toBe(400);

  await page.goto(`/project/${ref}/database/backups/scheduled`);
  const points = page.getByRole('region', { name: 'Restore points' });
  const named = points.getByRole('heading', { name: /^sql-\d{8}-\d{6}$/ });
  await expect(named).toBeVisible();
  await expect(points).toContainText('Can be restored', PATIENCE);
  await page.getByRole('link', { name: 'Point in time' }).click();
  await expect(named).toBeVisible();
  await page
    .getByRole('list', { name: 'Backups over time' })
    .getByRole('button', { name: /Restore point sql-.+ Can be restored$/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Restore in place' });
  await openedBy(points.getByRole('button', { name: 'Restore in place' }), dialog);
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Restoration complete' })).toBeVisible(PATIENCE);
  expect(await api.rows(ref, 'select text from notes')).toEqual([{ text: 'before' }]);
});

test('a backup becomes a new project and a file', async ({ page, api }) => {
  const { ref } = await projectWithBackup(page, api, 'Organ Pipes');
  await api.rows(ref, 'drop table notes');
  await rowMenu(page, 'Restore into a new project');
  const dialog = page.getByRole('dialog', { name: 'Restore into a new project' });
  await expect(dialog.getByLabel('Project name')).toHaveValue('Organ Pipes restored');
  await dialog.getByRole('button', { name: 'Restore into a new project' }).click();
  await expect(dialog.getByText('Enter at least 8 characters.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await dialog.getByRole('button', { name: 'Restore into a new project' }).click();
  await dialog.getByRole('link', { name: 'Go to Organ Pipes restored' }).click();
  await expect(page).not.toHaveURL(new RegExp(ref));
  const made = new URL(page.url()).pathname.split('/')[2] ?? '';
  await api.waitForStatus(made, 'ACTIVE_HEALTHY');
  expect(await api.rows(made, 'select count(*)::int from notes')).toEqual([{ count: 0 }]);

  await page.goto(`/project/${ref}/database/backups/scheduled`);
  const started = page.waitForEvent('download', PATIENCE);
  await rowMenu(page, 'Download');
  const download = await started;
  await expect(page.getByText('Downloading database backup')).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/\.sql\.gz$/);
  const sql = gunzipSync(await readFile(await download.path())).toString();
  expect(sql).toContain('CREATE TABLE public.notes');
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1);
});

test('the time picker knows its edges and the hours that clocks leave out or show twice', async ({
  page,
  project: { ref },
}) => {
  const year = 365 * 86_400_000;
  // A project that is as old as the clock changes cannot be made here; only the answer about its age is changed.
  await page.route(/\/platform\/database\/[a-z]+\/backups$/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.pitr.earliest = new Date(Date.now() - 2 * year).toISOString();
    body.pitr.latest = new Date().toISOString();
    await route.fulfill({ json: body });
  });
  await page.goto(`/project/${ref}/database/backups/pitr`);
  const form = page.getByRole('region', { name: 'Restore to a moment' });
  await form.getByRole('button', { name: /^Time zone/ }).click();
  await page.getByRole('searchbox', { name: 'Find a city or offset...' }).fill('berlin');
  await page.getByRole('button', { name: /Europe\/Berlin/ }).click();
  const changes = clockChanges(new Date().getUTCFullYear() - 1);

  await form.getByLabel('Date').fill(changes.forward);
  await form.getByLabel('Time', { exact: true }).fill('02:30:00');
  await expect(form.getByRole('alert')).toContainText('clocks go forward from 02:00 to 03:00');
  await form.getByLabel('Date').fill(changes.back);
  await form.getByRole('radio', { name: 'The second one, UTC+01:00' }).check();
  await expect(form.getByText('01:30:00 UTC').first()).toBeVisible();
  await form.getByLabel('Date').fill('2001-01-01');
  await expect(form.getByRole('alert')).toContainText('The earliest moment is');
  await expect(form.getByRole('button', { name: 'Restore in place' })).toBeDisabled();
  await form.getByRole('button', { name: 'Newest moment' }).click();
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Restore in place' })).toBeEnabled();
});

test('the schedule is changed', async ({ page, api, project: { ref } }) => {
  await page.goto(`/project/${ref}/database/backups/scheduled`);
  const schedule = page.getByRole('form', { name: 'Schedule' });
  await schedule.getByLabel('Time of day in UTC').fill('23:15');
  await schedule.getByLabel('Days to keep backups').fill('0');
  await saveAll(page);
  await expect(schedule.getByText('Enter a whole number of days from 1 to 365, or nothing.')).toBeVisible();
  await schedule.getByLabel('Days to keep backups').fill('21');
  await saveAll(page);
  await expect(page.getByText('Saved the schedule')).toBeVisible();
  const { body } = await api.request('GET', `/platform/database/${ref}/backups`);
  expect(body.schedule).toMatchObject({ time: '23:15', retention_days: 21 });
});

test('point-in-time recovery is switched off and on, by those who may', async ({ page, api }) => {
  const { ref } = await api.createProject('Hexagon Bay');
  // A new project begins with a backup, and with every second since.
  await page.goto(`/project/${ref}/database/backups/scheduled`);
  await expect(page.getByRole('row', { name: /Base of the new project/ })).toBeVisible();
  await page.getByRole('link', { name: 'Point in time' }).click();
  await expect(page.getByRole('region', { name: 'Restore to a moment' })).toBeVisible(PATIENCE);
  await page.goto(`/project/${ref}/settings/addons?panel=pitr`);
  await page.getByRole('radio', { name: 'Off' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Switched point-in-time recovery off')).toBeVisible();
  await page.goto(`/project/${ref}/database/backups/pitr`);
  await expect(page.getByRole('heading', { name: 'Point-in-time recovery is off' })).toBeVisible();

  await page.route(new RegExp(`/platform/projects/${ref}$`), async (route) => {
    const answer = await (await route.fetch()).json();
    answer.abilities.amend_subscription = false;
    await route.fulfill({ json: answer });
  });
  await page.reload();
  await page.getByRole('link', { name: 'Enable' }).click();
  await page.getByRole('radio', { name: 'On' }).check();
  await page.getByRole('button', { name: 'Save' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'You need additional permissions to amend subscriptions.',
  );
  await page.unroute(new RegExp(`/platform/projects/${ref}$`));
  await page.reload();
  await page.getByRole('radio', { name: 'On' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Switched point-in-time recovery on')).toBeVisible();
  const { body } = await api.request('GET', `/platform/database/${ref}/backups`);
  expect(body.pitr.enabled).toBe(true);
});

/** A project with an empty table and a backup that was taken on its page, which stays open. */
async function projectWithBackup(page: Page, api: ApiClient, name: string): Promise<CreatedProject> {
  const project = await api.createProject(name);
  await api.rows(project.ref, 'create table notes (text text)');
  await backUp(page, api, project.ref);
  return project;
}

/** Takes a backup with the button and waits until it is listed as done. */
async function backUp(page: Page, api: ApiClient, ref: string): Promise<void> {
  await page.goto(`/project/${ref}/database/backups/scheduled`);
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('Taking a backup', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Taken by hand/ }).getByText('Not verified yet')).toBeVisible(
    PATIENCE,
  );
  await expect(page.getByText(/^Changes are safe up to/)).toBeVisible();
  await expect.poll(() => newestMoment(api, ref), PATIENCE).toBeGreaterThan(0);
}

/** Clicks until it is asked: while a backup begins by itself after a restore, the button says that it has to wait. */
async function openedBy(button: Locator, dialog: Locator): Promise<void> {
  await expect(async () => {
    await button.click({ timeout: 5_000 });
    await expect(dialog).toBeVisible({ timeout: 3_000 });
  }).toPass(PATIENCE);
}

async function newestMoment(api: ApiClient, ref: string): Promise<number> {
  const { body } = await api.request('GET', `/platform/database/${ref}/backups`);
  return Date.parse(body.pitr.latest ?? '') || 0;
}

/** A whole second, in milliseconds since 1970, after the one statement and before the other. */
async function momentBetween(api: ApiClient, ref: string, before: string, after: string): Promise<number> {
  await api.rows(ref, before);
  const moment = Math.ceil(Date.now() / 1_000) * 1_000;
  await expect.poll(() => Date.now()).toBeGreaterThan(moment + 500);
  await api.rows(ref, after);
  return moment;
}

async function rowMenu(page: Page, entry: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for the backup/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: entry, exact: true }).click();
}

/** The days on which European clocks change: the last Sundays of March and October. */
function clockChanges(year: number): { forward: string; back: string } {
  const lastSunday = (month: number) => {
    const last = new Date(Date.UTC(year, month + 1, 0));
    last.setUTCDate(last.getUTCDate() - last.getUTCDay());
    return last.toISOString().slice(0, 10);
  };
  return { forward: lastSunday(2), back: lastSunday(9) };
}
