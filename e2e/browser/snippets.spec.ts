import { Snippets } from '../basalt/snippets.ts';
import { expect, test } from '../basalt/test.ts';

test.describe.configure({ mode: 'parallel' });

test('a new query gets an address with its first key and keeps cursor and undo', async ({
  page,
  project,
}) => {
  const snippets = new Snippets(page);
  await page.goto(`/project/${project.ref}/sql/new`);
  await expect(snippets.name).toHaveText('New Query');
  await snippets.text.focus();
  await page.keyboard.type('select 41 + 1', { delay: 15 });
  await expect(snippets.text).toHaveText('select 41 + 1');
  await page.waitForURL(/\/sql\/[0-9a-f-]{36}/);
  await expect(snippets.text).toBeFocused();
  await snippets.isSaved();
  await expect(snippets.section('Private').getByRole('link', { name: 'New Query' }).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(snippets.name).toHaveText('Select 41 + 1');
  await expect(
    snippets.section('Private').getByRole('link', { name: 'Select 41 + 1' }).first(),
  ).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(snippets.text).not.toContainText('select 41');
  await page.goto(`/project/${project.ref}/sql`);
  await page.waitForURL(/\/sql\/[0-9a-f-]{36}/);
});

test('what was typed when the tab is killed is there on return, to the last key', async ({
  page,
  context,
  project,
}) => {
  const snippets = new Snippets(page);
  await page.goto(`/project/${project.ref}/sql/new`);
  await snippets.text.focus();
  // Nothing reaches the server.
  await page.route('**/content', (route) => route.abort());
  await page.keyboard.type('select 7 as killed_at_this_key', { delay: 5 });
  await page.waitForURL(/\/sql\/[0-9a-f-]{36}/);
  const url = page.url();
  const session = await context.newCDPSession(page);
  const isCrashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await isCrashed;

  const again = new Snippets(await context.newPage());
  await again.page.goto(url);
  await expect(again.text).toHaveText('select 7 as killed_at_this_key');
  await again.isSaved();
  await again.page.reload();
  await expect(again.text).toHaveText('select 7 as killed_at_this_key');
});

test('of a long script nothing is lost either when the tab is killed right after a key', async ({
  page,
  context,
  project,
  api,
}) => {
  const snippets = new Snippets(page);
  const script = Array.from({ length: 6_000 }, (_, line) => `select ${line} as a_longer_name;\n`).join('');
  const saved = await api.request('POST', `/platform/projects/${project.ref}/content`, {
    type: 'sql',
    name: 'Long script',
    content: { sql: script },
  });
  await page.route('**/content', (route) => route.abort());
  const url = `/project/${project.ref}/sql/${saved.body.id}`;
  await page.goto(url);
  await expect(snippets.text).toContainText('select 0 as a_longer_name');
  await snippets.text.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('select 7 as last_key');
  const session = await context.newCDPSession(page);
  const isCrashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await isCrashed;

  const again = new Snippets(await context.newPage());
  await again.page.goto(url);
  const onServer = async () => {
    const item = `/platform/projects/${project.ref}/content/item/${saved.body.id}`;
    return (await api.request('GET', item)).body.content.sql;
  };
  await expect.poll(async () => (await onServer()).slice(script.length)).toBe('select 7 as last_key');
  expect((await onServer()).startsWith(script)).toBe(true);
});

test('text of a killed tab is saved even when another snippet is opened', async ({
  page,
  context,
  project,
}) => {
  const snippets = new Snippets(page);
  await page.route('**/content', (route) => route.abort());
  const url = await snippets.write(project.ref, 'select 8 as left_behind');
  await page.close();

  const again = new Snippets(await context.newPage());
  await again.page.goto(`/project/${project.ref}/sql/new`);
  await expect.poll(async () => (await again.page.request.get(itemOf(url, project.ref))).status()).toBe(200);
});

test('while the server cannot be reached it says so, and saves by itself afterwards', async ({
  page,
  context,
  project,
}) => {
  const snippets = new Snippets(page);
  await snippets.save(project.ref, 'Weather', 'select 1');
  await context.setOffline(true);
  await snippets.text.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' + 1');
  const state = page.getByRole('status').filter({ hasText: 'Not saved' });
  await expect(state).toBeVisible();
  await expect(state.getByRole('button', { name: 'Retry' })).toBeVisible();
  await context.setOffline(false);
  await snippets.isSaved();
  await page.reload();
  await expect(snippets.text).toHaveText('select 1 + 1');
});

test('a page that shows an unchanged text takes what another page saved', async ({
  page,
  context,
  project,
}) => {
  const first = new Snippets(page);
  const url = await first.save(project.ref, 'Twice', 'select 1');
  const second = new Snippets(await context.newPage());
  await second.page.goto(url);
  await expect(second.text).toHaveText('select 1');
  await second.text.focus();
  await second.page.keyboard.press('ControlOrMeta+a');
  await second.page.keyboard.insertText('select 2');
  await expect(first.text).toHaveText('select 2');
});

for (const choice of ['Keep mine', 'Take theirs', 'Keep both'] as const) {
  test(`two changes of one text are compared: ${choice}`, async ({ page, context, project }) => {
    const mine = new Snippets(page);
    const url = await mine.save(project.ref, `Both ${choice}`, 'select 0');
    const theirs = new Snippets(await context.newPage());
    await theirs.page.goto(url);
    await expect(theirs.text).toHaveText('select 0');
    // Mine cannot be saved while the other is.
    await page.route('**/content', (route) => route.abort());
    await replace(mine, 'select 1 as mine');
    await replace(theirs, 'select 2 as theirs');
    await theirs.isSaved();
    await page.unroute('**/content');
    // Whoever comes back to a page does not wait for its next attempt.
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    const notice = page.getByRole('alert').filter({ hasText: 'This snippet was changed elsewhere' });
    await expect(notice).toBeVisible();
    await expect(mine.text).toHaveText('select 1 as mine');
    await notice.getByRole('button', { name: 'Compare and choose' }).click();
    const dialog = page.getByRole('dialog', { name: 'Which version do you want to keep?' });
    await expect(dialog.getByRole('textbox', { name: 'Your text' })).toHaveText('select 1 as mine');
    await expect(dialog.getByRole('textbox', { name: 'Their text' })).toHaveText('select 2 as theirs');
    await dialog.getByRole('button', { name: choice }).click();
    await expect(notice).toHaveCount(0);
    await mine.isSaved();
    const kept = choice === 'Keep mine' ? 'select 1 as mine' : 'select 2 as theirs';
    await expect(mine.text).toHaveText(kept);
    await page.reload();
    await expect(mine.text).toHaveText(kept);
    if (choice !== 'Keep both') return;
    await mine.list.getByRole('link', { name: `Both ${choice} (Copy)` }).click();
    await expect(mine.text).toHaveText('select 1 as mine');
  });
}

test('favorite, share and make private again', async ({ page, project }) => {
  const snippets = new Snippets(page);
  await snippets.save(project.ref, 'Popular', 'select 4');
  await page.getByRole('button', { name: 'Favorite', exact: true }).click();
  await expect(snippets.section('Favorites').getByRole('link', { name: 'Popular' })).toBeVisible();

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share “Popular” with the project?' });
  await expect(dialog).toContainText('Everybody who can open the project can read');
  await dialog.getByRole('button', { name: 'Share with project' }).click();
  await expect(snippets.section('Shared').getByRole('link', { name: 'Popular' })).toBeVisible();
  await expect(snippets.section('Private').getByRole('link', { name: 'Popular' })).toHaveCount(0);

  await snippets.choose('Make private…');
  await page.getByRole('dialog').getByRole('button', { name: 'Make private' }).click();
  await expect(snippets.section('Private').getByRole('link', { name: 'Popular' })).toBeVisible();
  await page.reload();
  await expect(snippets.section('Favorites').getByRole('link', { name: 'Popular' })).toBeVisible();
});

test('rename, duplicate and search with a count', async ({ page, project }) => {
  const snippets = new Snippets(page);
  await snippets.save(project.ref, 'Needle', 'select 5');
  await snippets.choose('Duplicate');
  await expect(snippets.name).toHaveText('Needle (Duplicate)');
  await expect(snippets.text).toHaveText('select 5');
  await page.getByRole('searchbox', { name: 'Search snippets' }).fill('nEEdle');
  await expect(snippets.list.getByText('2 results')).toBeVisible();
  await expect(snippets.list.getByRole('list', { name: 'Results' }).getByRole('link')).toHaveCount(2);

  const row = snippets.list.getByRole('link', { name: 'Needle', exact: true });
  await row.dblclick();
  await page.getByRole('textbox', { name: 'New name of Needle' }).fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'New name of Needle' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(row).toBeVisible();
});

test('delete and undo bring back the text to the last key', async ({ page, project }) => {
  const snippets = new Snippets(page);
  const url = await snippets.save(project.ref, 'Doomed', 'select 6');
  await snippets.text.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' + 1');
  await snippets.choose('Delete…');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete snippet' }).click();
  await expect(page).toHaveURL(/\/sql\/new/);
  await expect(snippets.list.getByRole('link', { name: 'Doomed' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await snippets.list.getByRole('link', { name: 'Doomed' }).click();
  await expect(page).toHaveURL(url);
  await expect(snippets.text).toHaveText('select 6 + 1');
});

test('what was recently deleted comes back with its text, also after a reload', async ({ page, project }) => {
  const snippets = new Snippets(page);
  const url = await snippets.save(project.ref, 'Buried', 'select 9 as buried');
  await snippets.choose('Copy link');
  await expect(page.getByText('Link copied')).toBeVisible();
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("no"))');
  await page.evaluate('document.execCommand = () => false');
  await snippets.choose('Copy link');
  await expect(page.getByText('This browser does not allow copying.')).toBeVisible();
  await snippets.choose('Delete…');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete snippet' }).click();
  await expect(page).toHaveURL(/\/sql\/new/);
  await page.reload();
  await expect(snippets.text).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Show snippets' }).click();
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recently deleted' });
  const row = dialog.getByRole('listitem').filter({ hasText: 'Buried' });
  await expect(row).toContainText('erased for good in 29 days');
  await row.getByRole('button', { name: 'Bring back' }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText('“Buried” is back')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.setViewportSize({ width: 1280, height: 800 });
  await snippets.section('Private').getByRole('link', { name: 'Buried' }).click();
  await expect(page).toHaveURL(url);
  await expect(snippets.text).toHaveText('select 9 as buried');
});

test('an address without a snippet says so and leads on', async ({ page, project }) => {
  await page.goto(`/project/${project.ref}/sql/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByRole('heading', { name: 'There is no snippet at this address' })).toBeVisible();
  await page.getByRole('link', { name: 'New query' }).click();
  await expect(new Snippets(page).text).toBeVisible();
});

async function replace(snippets: Snippets, sql: string): Promise<void> {
  await snippets.text.focus();
  await snippets.page.keyboard.press('ControlOrMeta+a');
  await snippets.page.keyboard.insertText(sql);
  await expect(snippets.text).toHaveText(sql);
}

function itemOf(url: string, ref: string): string {
  const id = new URL(url).pathname.split('/').at(-1);
  return `/platform/projects/${ref}/content/item/${id}`;
}
