import type { Locator, Page } from '@playwright/test';
import { OWNER } from '../basalt/owner.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

/** How far a page can be scrolled sideways, in pixels. */
function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

test('at 360 px the menu opens and every page is reachable and fits', async ({ page, project }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/project/${project.ref}`);
  await expect(page.getByRole('heading', { name: 'Quarry', level: 1 })).toBeVisible();
  for (const [entry, heading] of [
    ['SQL editor', 'SQL Editor'],
    ['Settings', 'General settings'],
    ['Home', 'Quarry'],
  ] as const) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: entry, exact: true }).click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeAttached();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
    expect(await sidewaysScroll(page)).toBe(0);
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'API docs' }).click();
  await expect(page.getByRole('dialog', { name: 'API docs' })).toBeVisible();
  for (const path of ['/projects', '/new', '/account/tokens']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await sidewaysScroll(page)).toBe(0);
  }
});

test('light and dark are chosen by the person and remembered', async ({ page }) => {
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/projects');
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  const light = await background();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  expect(await background()).toBe(dark);
});

test('the keyboard alone leads from signing in to the result of a query', async ({
  strangerPage: page,
  project,
}) => {
  await page.goto('/projects');
  await expect(page.getByLabel('E-mail address')).toBeFocused();
  await page.keyboard.type(OWNER.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();

  // Among the projects of other journeys one is found by its name.
  await tabTo(page, page.getByLabel('Search by name or reference'));
  await page.keyboard.type('Quarry');
  await expect(page).toHaveURL(/Quarry/);
  await tabTo(page, page.getByRole('link', { name: 'Quarry', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/project/${project.ref}$`));
  await expect(page.getByRole('link', { name: 'Open SQL editor' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Open SQL editor' }));
  await page.keyboard.press('Enter');

  const editor = new SqlEditor(page);
  await expect(editor.text).toBeFocused();
  await page.keyboard.type('select 6 * 7 as answer');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(editor.cells('42')).toBeVisible();
  // Tab indents in the editor; Escape, then Tab, leads out of it.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(editor.text).not.toBeFocused();
});

/** Presses Tab until this one has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element.matches(':focus'))) return;
  }
  throw new Error(`40 times Tab did not lead to ${target}.`);
}
