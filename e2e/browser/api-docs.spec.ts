import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { addColleague, openAs } from '../basalt/add-colleague.ts';
import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

const SCHEMA = `
  create table public.quarries (id bigint generated always as identity primary key, name text not null unique);
  create table public.stones (id uuid primary key, name text not null, quarry_id bigint references public.quarries (id));
  comment on column public.stones.name is 'What people call it';
  create function public.greet(who text, loud boolean default false) returns text language sql as 'select who'`;

const docsOf = (page: Page): Locator => page.getByRole('dialog', { name: 'API docs' });
const code = (page: Page, label: string): Locator =>
  docsOf(page).getByRole('region', { name: label, exact: true });
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

test('the API docs open from anywhere, show what a project has, and say what is missing', async ({
  page,
  api,
  basalt,
  browser,
}) => {
  test.setTimeout(120_000);
  const { ref } = await api.createProject('Explained');
  const { publishable, secret } = await keysOf(api, basalt, ref);
  const docs = docsOf(page);
  const section = (name: string) =>
    docs.getByRole('navigation').locator('button[class*=section]', { hasText: name });
  const topics = docs.getByRole('list', { name: 'On this page' }).getByRole('button');
  const heading = (name: string) => docs.getByRole('heading', { name, exact: true });

  // Home lists what one can begin with. Examples are explained here.
  await page.goto(`/project/${ref}`);
  const libraries = page.getByRole('region', { name: 'Client libraries' }).getByRole('link');
  await expect(libraries).toHaveText(['JavaScript', 'Flutter', 'Python', 'C#', 'Swift', 'Kotlin']);
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const name of ['Short links', 'Team to-do']) {
    await page.getByRole('region', { name: 'Example apps' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, exact: true })).toBeFocused();
    await page.goBack();
  }

  // From the top bar, over the page that is shown, and back to it.
  await page.goto(`/project/${ref}/logs`);
  const opener = page.getByRole('link', { name: 'API docs' });
  await opener.click();
  await expect(heading('Connect').first()).toBeVisible();
  expect(new URL(page.url()).search).toBe('?apiDocs=introduction');
  await page.keyboard.press('Escape');
  await expect(docs).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');
  await expect(opener).toBeFocused();
  // Headings of the documents are found from anywhere, and are where one lands.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('read-only mode');
  await expect(page.getByRole('option', { name: 'Read-only mode' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/compute-and-disk#read-only-mode$/);
  await expect(page.getByRole('heading', { name: 'Read-only mode' })).toBeFocused();
  await page.goBack();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('api docs');
  await expect(page.getByRole('option', { name: 'API docs', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');

  // Keys are shown for a moment; a snippet is copied with the public one.
  const service = code(page, 'Service keys');
  await expect(code(page, 'Client API keys')).toHaveText("const PUBLISHABLE_KEY = 'YOUR_PUBLISHABLE_KEY'");
  await docs.getByRole('button', { name: 'Copy Client API keys' }).click();
  await expect.poll(() => clipboard(page)).toBe(`const PUBLISHABLE_KEY = '${publishable}'`);
  await docs.getByRole('button', { name: 'Bash' }).click();
  await expect(service).toHaveText("export PROJECT_SECRET_KEY='YOUR_SECRET_KEY'");
  await docs.getByRole('button', { name: 'Show keys' }).click();
  await expect(service).toHaveText(`export PROJECT_SECRET_KEY='${secret}'`);
  await expect(docs.getByRole('button', { name: 'Hide keys' })).toBeVisible();
  await expect(service).toHaveText("export PROJECT_SECRET_KEY='YOUR_SECRET_KEY'");
  expect(await accessibilityFaults(page)).toEqual([]);
  await expect(docs.getByRole('link')).toHaveText([
    'GraphiQL',
    'GraphQL guide',
    'Documentation',
    'REST guide',
  ]);

  // Nothing is there yet, and each section says so.
  for (const [name, text] of [
    ['Tables & Views', 'This project has no tables and views yet.'],
    ['Stored Procedures', 'This project has no functions yet.'],
    ['Storage', 'This project has no buckets yet.'],
    ['Edge Functions', 'This project has no edge functions yet.'],
  ] as const) {
    await section(name).click();
    await expect(docs.getByText(text)).toBeVisible();
  }
  await section('User Management').click();
  await topics.filter({ hasText: 'Send a user an invite over email' }).click();
  await expect(heading('Send a user an invite over email')).toBeFocused();
  await expect(heading('Send a user an invite over email')).toBeInViewport();

  await api.rows(ref, SCHEMA);
  for (const bucket of [
    { id: 'private files', public: false },
    { id: 'pictures', public: true, allowed_mime_types: ['image/*'], file_size_limit: 1_048_576 },
  ])
    expect((await api.request('POST', `/platform/storage/${ref}/buckets`, bucket)).status).toBe(201);

  // A link leads to one table, in the language that this browser remembers.
  await page.goto(`/project/${ref}/settings/general?apiDocs=entities&apiDocsItem=stones`);
  const columns = docs.getByRole('table', { name: 'Columns' });
  await expect(columns.getByRole('row')).toHaveText([
    'NameFormatTypeDescription',
    'idPrimary keyuuidstringNo description available',
    'nametextstringWhat people call it',
    'quarry_idint8numberNo description available',
  ]);
  await expect(code(page, 'Read rows: with rows of another table')).toContainText('select=*,quarries(*)');
  await expect(docs.getByText('it is not in the publication supabase_realtime')).toBeVisible();
  await docs.getByRole('button', { name: 'JavaScript' }).click();
  await expect(code(page, 'Read rows: with rows of another table')).toContainText(
    ".select('*, quarries(*)')",
  );
  await docs.getByRole('combobox', { name: 'Which table or view' }).selectOption('quarries');
  await expect(page).toHaveURL(/apiDocsItem=public\.quarries/);
  await docs.getByRole('button', { name: 'Back' }).click();
  await docs.getByRole('searchbox', { name: 'Find tables and views' }).fill('STON');
  const list = docs.getByRole('list', { name: 'Tables and views' });
  await expect(list.getByRole('button')).toHaveText(['stones']);
  const download = page.waitForEvent('download');
  await docs.getByRole('button', { name: 'Generate and download types' }).click();
  await expect(page.getByText('Successfully generated types! File is being downloaded')).toBeVisible();
  const file = await download;
  expect(file.suggestedFilename()).toBe('database.ts');
  expect(await readFile(await file.path(), 'utf8')).toContain('quarry_id: number | null');

  await section('Stored Procedures').click();
  await docs.getByRole('list', { name: 'Functions' }).getByRole('button', { name: 'greet' }).click();
  await expect(docs.getByRole('table', { name: 'Arguments' }).getByRole('row')).toHaveText([
    'NameFormatTypeRequired',
    'whotextstringRequired',
    'loudbooleanbooleanOptional',
  ]);
  await section('Storage').click();
  const buckets = docs.getByRole('list', { name: 'Buckets' }).getByRole('button');
  await buckets.filter({ hasText: 'private files' }).click();
  for (const text of ['Private', 'All types are allowed', 'No limit'])
    await expect(docs.getByText(text, { exact: true })).toBeVisible();
  await expect(topics.last()).toHaveText('Create signed URL');
  await buckets.filter({ hasText: 'pictures' }).click();
  for (const text of ['Public', 'image/*', '1.0 MB'])
    await expect(docs.getByText(text, { exact: true })).toBeVisible();
  await expect(topics.last()).toHaveText('Retrieve public URL');

  await page.goto(`/project/${ref}?apiDocs=entities&apiDocsItem=gone`);
  await expect(heading('There is no table or view “gone”')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await docs.getByRole('button', { name: 'Show all' }).click();
  await expect(docs.getByRole('list', { name: 'Tables and views' }).getByRole('button')).toHaveCount(2);
  expect(await beyondTheEdge(page)).toEqual([]);
  await docs.getByRole('combobox', { name: 'Section' }).selectOption('Realtime');
  await expect(heading('Retrieve all channels')).toBeAttached();

  // Who may not read keys is told so, and gets snippets with a placeholder.
  const reader = await openAs(browser, basalt, await addColleague(basalt, 'Read-only'));
  await reader.goto(`/project/${ref}?apiDocs=introduction`);
  await expect(reader.getByText('You need additional permissions to view API keys.')).toBeVisible();
  await expect(reader.getByRole('button', { name: /^(?:Show|Hide) keys$/ })).toHaveCount(0);
  await reader.goto(`/project/${ref}?apiDocs=entities&apiDocsItem=public.stones`);
  await expect(docsOf(reader).getByRole('table', { name: 'Columns' })).toBeVisible();

  // What somebody may not see has no section, and a link to it says so. No role of today lacks these abilities.
  const lacking = ['read_auth_users', 'read_storage', 'read_functions', 'read_sql'];
  await reader.route(new RegExp(`/platform/projects/${ref}$`), async (route) => {
    const response = await route.fetch();
    const project = await response.json();
    for (const ability of lacking) project.abilities[ability] = false;
    await route.fulfill({ response, json: project });
  });
  await reader.goto(`/project/${ref}?apiDocs=storage`);
  const theirs = docsOf(reader).getByRole('navigation').locator('button[class*=section]');
  await expect(theirs).toHaveText(['Connect', 'Tables & Views', 'Stored Procedures']);
  await expect(docsOf(reader).getByText('You cannot see “Storage”')).toBeVisible();
  await theirs.filter({ hasText: 'Tables & Views' }).click();
  await expect(docsOf(reader).getByRole('heading', { name: 'Tables & Views', level: 2 })).toBeVisible();
  await reader.context().close();

  expect((await api.request('POST', `/v1/projects/${ref}/pause`)).status).toBeLessThan(300);
  await api.waitForStatus(ref, 'INACTIVE');
  await page.goto(`/project/${ref}?apiDocs=storage`);
  await expect(docs.getByText('The database does not run')).toBeVisible();
});
