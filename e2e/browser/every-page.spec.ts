import type { Page } from '@playwright/test';
import type { ApiClient } from '../basalt/api-client.ts';
import {
  accessibilityFaults,
  beyondTheEdge,
  movedParts,
  titlePlace,
  watchMoves,
} from '../basalt/page-checks.ts';
import { reportCard } from '../basalt/report-card.ts';
import { expect, test } from '../basalt/test.ts';

/** Every page of somebody who is signed in, each with something on it. */
async function pagesOf(api: ApiClient, ref: string): Promise<string[]> {
  const slug = await api.organization();
  await api.rows(ref, 'create table if not exists public.stones (id int primary key, name text)');
  const { body: user } = await api.request('POST', `/platform/auth/${ref}/users`, {
    email: `page-${Date.now()}@example.com`,
    password: 'granite in the morning',
  });
  const content = `/platform/projects/${ref}/content`;
  const source = { kind: 'sql', sql: 'select 1 as one' };
  const card = reportCard('Stones', source, { width: 2, height: 2 });
  const { body: report } = await api.request('POST', content, {
    type: 'report',
    name: 'A report',
    content: { schema_version: '1', cards: [card], days: 7 },
  });
  const { body: snippet } = await api.request('POST', content, {
    type: 'sql',
    name: 'A snippet',
    content: { schema_version: '1', sql: 'select 1 as one' },
  });
  const ofProject = [
    '',
    '/sql/new',
    `/sql/${snippet.id}`,
    '/reports',
    `/reports/${report.id}`,
    '/reports/database',
    '/api/tables',
    '/logs',
    '/database/backups/scheduled',
    '/database/backups/pitr',
    '/auth/users',
    `/auth/users/${user.id}`,
    '/auth/mailbox',
    '/auth/settings',
    '/auth/smtp',
    '/auth/templates',
    '/auth/rate-limits',
    '/settings/general',
    '/settings/api',
    '/settings/database',
    '/settings/infrastructure',
    '/settings/compute-and-disk',
    '/settings/addons',
    '/branches',
    '/nowhere',
  ];
  return [
    '/projects',
    `/new/${slug}`,
    '/account',
    '/account/tokens',
    `/org/${slug}/general`,
    `/org/${slug}/billing`,
    `/support/new?ref=${ref}`,
    '/docs/backups',
    '/nowhere',
    ...ofProject.map((path) => `/project/${ref}${path}`),
  ];
}

/** Pages of somebody who is not signed in. */
const DOORS = ['/sign-in', '/forgotten-password', '/reset-password#token=x'];

/** Until a page shows its content and nothing is loading any more. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await page.waitForLoadState('networkidle');
}

test('every page is in order for those who cannot see it', async ({ page, strangerPage, api, project }) => {
  test.setTimeout(180_000);
  const found: Record<string, string[]> = {};
  const look = async (at: Page, path: string) => {
    const wrong = await accessibilityFaults(at);
    if (wrong.length > 0) found[path.replace(project.ref, '…')] = wrong;
  };
  for (const path of await pagesOf(api, project.ref)) {
    await open(page, path);
    await look(page, path);
  }
  await page.getByRole('button', { name: 'Open command menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Command menu' }).getByRole('combobox')).toBeFocused();
  await look(page, 'the command menu');
  for (const path of DOORS) {
    await open(strangerPage, path);
    await look(strangerPage, path);
  }
  expect(found).toEqual({});
});

test('at 360 px nothing leaves the screen, and titles have one place', async ({
  page,
  strangerPage,
  api,
  project,
}) => {
  test.setTimeout(180_000);
  const wrong: Record<string, string[]> = {};
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/projects');
  const common = await titlePlace(page);
  for (const path of await pagesOf(api, project.ref)) {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, path);
    const name = path.replace(project.ref, '…');
    const beyond = await beyondTheEdge(page);
    if (beyond.length > 0) wrong[name] = beyond;
    await page.setViewportSize({ width: 1440, height: 900 });
    // The menu follows the window a moment later.
    if ((await titlePlace(page)) !== null) await expect.poll(() => titlePlace(page), name).toBe(common);
  }
  await strangerPage.setViewportSize({ width: 360, height: 740 });
  for (const path of DOORS) {
    await open(strangerPage, path);
    const beyond = await beyondTheEdge(strangerPage);
    if (beyond.length > 0) wrong[path] = beyond;
  }
  expect(wrong).toEqual({});
});

test('nothing that is there moves while a page loads', async ({ page, api, project }) => {
  test.setTimeout(180_000);
  await watchMoves(page);
  const shifts: Record<string, string[]> = {};
  for (const path of await pagesOf(api, project.ref)) {
    await open(page, path);
    const moved = await movedParts(page);
    if (moved.length > 0) shifts[path.replace(project.ref, '…')] = moved;
  }
  expect(shifts).toEqual({});
});

test('panels keep their share of a window that shrinks', async ({ page, project }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(`/project/${project.ref}/sql/new`);
  for (const name of ['Resize menu', 'Resize list of snippets']) {
    await page.getByRole('separator', { name }).focus();
    for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open command menu' }).click();
  await page.getByRole('dialog', { name: 'Command menu' }).getByRole('combobox').fill('editor panel');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'SQL Editor' });
  await expect(panel).toBeVisible();
  for (const width of [1600, 1200, 900]) {
    await page.setViewportSize({ width, height: 900 });
    const share = async (part: typeof panel) => ((await part.boundingBox())?.width ?? 0) / width;
    const list = page.getByRole('complementary', { name: 'Snippets' });
    for (const part of [page.getByRole('navigation', { name: 'Project' }), list])
      await expect.poll(() => share(part)).toBeLessThanOrEqual(0.331);
    await expect.poll(() => share(panel)).toBeLessThanOrEqual(0.501);
    expect(await share(panel)).toBeGreaterThanOrEqual(0.299);
  }
});
