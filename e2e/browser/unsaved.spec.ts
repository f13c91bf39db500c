import type { Page } from '@playwright/test';
import { saveAll } from '../basalt/save-bar.ts';
import { expect, test } from '../basalt/test.ts';

/** The question, on the page that somebody is about to leave. */
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard unsaved changes?' });
const keep = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click();

test('unsaved settings are asked about on every way out, and saved ones are not', async ({ page, api }) => {
  const { ref } = await api.createProject('Half typed');
  const menu = page.getByRole('navigation', { name: 'Project' });
  const name = page.getByRole('textbox', { name: 'Project name' });
  await page.goto(`/project/${ref}`);
  await page.getByRole('heading', { level: 1, name: 'Half typed' }).waitFor();
  await menu.getByRole('link', { name: 'Settings' }).click();
  await name.fill('Typed');

  await test.step('a link', async () => {
    await menu.getByRole('link', { name: 'Logs' }).click();
    await keep(page);
    await expect(question(page)).toHaveCount(0);
    await expect(name).toHaveValue('Typed');
  });
  await test.step('going back', async () => {
    await page.evaluate('history.back()');
    await keep(page);
    await expect(page).toHaveURL(/\/settings\/general$/);
    await expect(name).toHaveValue('Typed');
  });
  await test.step('the command menu', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByText('Logs', { exact: true }).click();
    await keep(page);
    await expect(name).toHaveValue('Typed');
  });
  await test.step('closing the tab', async () => {
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(name).toHaveValue('Typed');
  });
  await test.step('saved, nobody asks', async () => {
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Renamed the project')).toBeVisible();
    await menu.getByRole('link', { name: 'Logs' }).click();
    await expect(page).toHaveURL(/\/logs$/);
    await expect(question(page)).toHaveCount(0);
  });
});

test('several unsaved forms of a page are one question, and can be discarded', async ({
  page,
  project: { ref },
}) => {
  await page.goto(`/project/${ref}/auth/rate-limits`);
  const emails = page.getByRole('region', { name: 'Whole project' }).getByLabel('E-mails');
  await expect(emails).toHaveValue(/^\d+$/);
  const saved = await emails.inputValue();
  expect(saved).not.toBe('17');
  await emails.fill('17');
  await page.getByLabel('Anonymous sign-ins').fill('18');
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Logs' }).click();
  await question(page).getByRole('button', { name: 'Discard and leave' }).click();
  await expect(page).toHaveURL(/\/logs$/);
  await page.goto(`/project/${ref}/auth/rate-limits`);
  await expect(emails).toHaveValue(saved);
});

test('a session that is over is told once to somebody who stays, and again when something is saved', async ({
  page,
  project: { ref },
}) => {
  await page.goto(`/project/${ref}/database/backups/scheduled`);
  const schedule = page.getByRole('form', { name: 'Schedule' });
  await schedule.getByLabel('Days to keep backups').fill('20');
  await page.context().clearCookies();
  await keep(page);
  // The page goes on asking by itself every two seconds.
  for (const _ of [1, 2]) await page.waitForResponse((answer) => answer.status() === 401);
  await expect(question(page)).toHaveCount(0);
  await expect(schedule.getByLabel('Days to keep backups')).toHaveValue('20');
  await saveAll(page);
  await question(page).getByRole('button', { name: 'Discard and leave' }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});
