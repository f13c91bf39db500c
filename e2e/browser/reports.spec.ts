import type { Browser, Page } from '@playwright/test';
import type { ApiClient } from '../basalt/api-client.ts';
import { Report } from '../basalt/report.ts';
import { reportCard } from '../basalt/report-card.ts';
import { expect, test } from '../basalt/test.ts';

const PER_DAY = `select day::date, 2 as orders
from generate_series(:start_date::date, :end_date::date, interval '1 day') as day`;
const BY_CITY = `@set city:Oslo|Lima = Oslo
select :city::text as town, 673 as orders`;

async function saveSnippet(api: ApiClient, ref: string, name: string, sql: string): Promise<void> {
  const body = { type: 'sql', name, content: { sql } };
  const { status } = await api.request('POST', `/platform/projects/${ref}/content`, body);
  expect(status).toBeLessThan(300);
}

/** Another browser of the same person. */
async function elsewhere(browser: Browser, page: Page): Promise<Report> {
  const origin = new URL(page.url()).origin;
  const state = await page.context().storageState();
  // Only the session: what the first browser keeps for itself stays there.
  const context = await browser.newContext({ baseURL: origin, storageState: { ...state, origins: [] } });
  return new Report(await context.newPage());
}

test('three cards stay as they were arranged', async ({ page, browser, api, project: { ref } }) => {
  // Two browsers, and many pages.
  test.setTimeout(90_000);
  await saveSnippet(api, ref, 'The answer', 'select 42 as answer');
  const report = new Report(page);
  await report.create(ref, 'Orders');
  await report.addQuery('Per day', PER_DAY);
  await report.addQuery('By city', BY_CITY);
  await report.addSnippet('The answer');
  await expect(report.card('The answer').getByRole('gridcell', { name: '42', exact: true })).toBeVisible();
  await expect(report.card('By city').getByRole('gridcell', { name: 'Oslo', exact: true })).toBeVisible();

  await test.step('a parameter, a chart', async () => {
    await report.card('By city').getByRole('button', { name: 'Parameters' }).click();
    await page.getByLabel('city', { exact: true }).selectOption('Lima');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(report.card('By city').getByRole('gridcell', { name: 'Lima', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await report.card('Per day').getByRole('button', { name: 'Chart settings' }).click();
    await page.getByRole('combobox', { name: 'View' }).selectOption('chart');
    await page.keyboard.press('Escape');
    const axes = report.card('Per day').getByRole('region', { name: 'Axes of the chart' });
    await expect(axes.getByText('Choose the columns for the X and Y axes')).toBeVisible();
    await expect(axes.getByLabel('X Axis')).toHaveValue('day');
    await axes.getByRole('button', { name: 'Draw chart' }).click();
    await expect(report.card('Per day').getByRole('img', { name: /Bar chart of orders/ })).toBeVisible();
  });

  await test.step('order and size, by keyboard', async () => {
    await report.chooseFromMenu('The answer', 'Move earlier');
    await report.order(['Per day', 'The answer', 'By city']);
    await page.getByRole('button', { name: 'Move By city' }).press('Enter');
    // An arrow that comes before it is picked up moves nothing.
    await expect(page.getByRole('status').getByText(/^By city is (picked up|at place 3)\./)).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('status').getByText(/By city is at place [12]\./)).toBeAttached();
    await page.keyboard.press('Enter');
    await expect(report.cards.getByRole('heading').last()).not.toHaveText('By city');
    await report.corner('Per day').press('ArrowRight');
    await report.corner('Per day').press('ArrowDown');
    await expect(report.corner('Per day')).toHaveAccessibleName('Resize Per day: 7 of 12 columns, 5 rows');
  });

  await expect(report.saved).toBeVisible();
  const order = await report.cards.getByRole('heading').allTextContents();
  await page.reload();
  await report.order(order);
  await expect(report.corner('Per day')).toHaveAccessibleName('Resize Per day: 7 of 12 columns, 5 rows');
  await expect(report.card('Per day').getByRole('img', { name: /Bar chart of orders/ })).toBeVisible();
  await expect(report.card('By city').getByRole('gridcell', { name: 'Lima', exact: true })).toBeVisible();

  await test.step('shared, and the same elsewhere', async () => {
    await page.getByRole('button', { name: 'Report actions' }).click();
    await page.getByRole('button', { name: 'Share with the project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share report' });
    await dialog.getByRole('button', { name: 'Share with the project' }).click();
    await expect(page.getByText('Shared', { exact: true })).toBeVisible();
    const there = await elsewhere(browser, page);
    await there.page.goto(page.url());
    await there.order(order);
    await report.chooseFromMenu('The answer', 'Remove');
    await expect(report.cards.getByRole('heading')).toHaveCount(2);
    await expect(report.saved).toBeVisible();
    await there.page.reload();
    await expect(there.cards.getByRole('heading')).toHaveCount(2);
    await there.page.context().close();
  });

  await page.getByRole('button', { name: 'Undo' }).click();
  await report.order(order);
});

test('two browsers never overwrite each other', async ({ page, browser, project: { ref } }) => {
  const report = new Report(page);
  await report.create(ref, 'Contested');
  await report.addQuery('One', 'select 1 as one');
  await expect(report.saved).toBeVisible();
  const there = await elsewhere(browser, page);
  await there.page.goto(page.url());
  await there.corner('One').press('ArrowDown');
  await expect(there.corner('One')).toHaveAccessibleName(/5 rows/);
  await expect(there.saved).toBeVisible();
  await there.page.context().close();

  await report.corner('One').press('ArrowRight');
  await expect(page.getByText('This report was changed elsewhere')).toBeVisible();
  await page.reload();
  // What could not be saved outlives the page.
  await expect(page.getByText('This report was changed elsewhere')).toBeVisible();
  await expect(report.corner('One')).toHaveAccessibleName(/7 of 12 columns, 4 rows/);
  await page.getByRole('button', { name: 'Save mine as a copy' }).click();
  await expect(page.getByRole('heading', { name: 'Contested (copy)' })).toBeVisible();
  await expect(report.corner('One')).toHaveAccessibleName(/7 of 12 columns, 4 rows/);
  await page.goBack();
  await expect(report.corner('One')).toHaveAccessibleName(/6 of 12 columns, 5 rows/);
});

test('a report is found, deleted and brought back', async ({ page, project: { ref } }) => {
  const report = new Report(page);
  await report.create(ref, 'Short-lived');
  await page.getByRole('main').getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('searchbox', { name: 'Search reports' }).fill('short');
  const list = page.getByRole('list', { name: 'Reports' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Actions for Short-lived' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete report' }).click();
  await expect(page.getByRole('heading', { name: 'No reports match' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('link', { name: 'Short-lived' })).toBeVisible();
});

test('a report that was deleted some time ago comes back with its cards', async ({
  page,
  project: { ref },
}) => {
  const report = new Report(page);
  await report.create(ref, 'Long gone');
  await report.addQuery('Kept', "select 'kept' as word");
  await expect(report.saved).toBeVisible();
  const address = page.url();
  await page.getByRole('button', { name: 'Report actions' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete report' }).click();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'There is no such report' })).toBeVisible();

  await page.goto(`/project/${ref}/reports`);
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recently deleted' });
  const row = dialog.getByRole('listitem').filter({ hasText: 'Long gone' });
  await row.getByRole('button', { name: 'Bring back' }).click();
  await expect(row).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('list', { name: 'Reports' }).getByRole('link', { name: 'Long gone' }).click();
  await expect(page).toHaveURL(address);
  await expect(report.card('Kept').getByRole('gridcell', { name: 'kept', exact: true })).toBeVisible();
});

test('what cannot be shown says why', async ({ page, project: { ref } }) => {
  await page.goto(`/project/${ref}/reports/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByRole('heading', { name: 'There is no such report' })).toBeVisible();
  await page.goto(`/project/${'z'.repeat(20)}/reports`);
  await expect(page.getByRole('heading', { name: 'Reports' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
});

test('a card cannot write, and one without its snippet says so', async ({ page, api, project: { ref } }) => {
  const cards = [
    reportCard('Gone', { kind: 'snippet', id: '00000000-0000-4000-8000-000000000009' }),
    reportCard('Writes', { kind: 'sql', sql: 'create table written_by_a_card (id int)' }),
    reportCard('Wrong', { kind: 'sql', sql: 'select * from nowhere' }),
  ];
  const content = { schema_version: '1', cards, days: 7 };
  const { body } = await api.request('POST', `/platform/projects/${ref}/content`, {
    type: 'report',
    name: 'Careful',
    content,
  });
  await page.goto(`/project/${ref}/reports/${body.id}`);
  await expect(page.getByText(/snippet of this card was deleted/)).toBeVisible();
  const writes = new Report(page).card('Writes');
  await expect(writes.getByText('This query contains write operations', { exact: false })).toBeVisible();
  await expect(writes.getByRole('button', { name: /Run/ })).toHaveCount(0);

  // A card that is wrong says so itself; in a corner too once somebody has run it.
  const wrong = new Report(page).card('Wrong');
  await expect(wrong.getByRole('alert')).toContainText('relation "nowhere" does not exist');
  const toast = page.getByText(/^Failed to execute query: relation "nowhere" does not exist/);
  await expect(toast).toHaveCount(0);
  await wrong.getByRole('button', { name: 'Run query' }).click();
  await expect(toast).toBeVisible();

  const tables = await api.request('POST', `/platform/pg-meta/${ref}/query`, {
    query: "select count(*) as n from pg_tables where tablename = 'written_by_a_card'",
    read_only: true,
  });
  expect(JSON.stringify(tables.body)).toContain('0');
});

test('the built-in report tells how the database is', async ({ page, project: { ref } }) => {
  await page.goto(`/project/${ref}/reports`);
  await page.getByRole('main').getByRole('link', { name: 'Database', exact: true }).click();
  for (const name of ['Connections', 'Cache hit rate', 'Size', 'Slowest queries']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  await expect(page.getByText(/^of \d+$/)).toBeVisible();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(page.getByText(/^Updated/)).toBeVisible();
});

test('results of the editor beside a report become cards, whose queries go back into it', async ({
  page,
  project: { ref },
}) => {
  const report = new Report(page);
  await report.create(ref, 'From results');
  await page.keyboard.press('ControlOrMeta+e');
  const text = page.getByRole('textbox', { name: 'SQL of the panel' });
  await text.click();
  await page.keyboard.insertText("-- Words\nselect 'stone' as word, 3 as total union all select 'sand', 4");
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const results = page.getByRole('region', { name: 'Results of the panel' });
  await expect(results.getByRole('gridcell', { name: 'stone', exact: true })).toBeVisible();
  const add = results.getByRole('button', { name: 'Add to report' });
  await add.click();
  await expect(report.card('Words').getByRole('gridcell', { name: 'sand', exact: true })).toBeVisible();

  await results.getByRole('button', { name: 'Chart settings' }).click();
  await page.getByRole('combobox', { name: 'View' }).selectOption('chart');
  await page.keyboard.press('Escape');
  await expect(results.getByRole('img', { name: 'Bar chart of total by word' })).toBeVisible();
  // The place stays marked while the result is dragged over what is in the report.
  await page.evaluate(`
    window.marks = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) window.marks.push(target.hasAttribute('data-drop'));
    }).observe(document.querySelector('main'), { attributeFilter: ['data-drop'], subtree: true });
  `);
  await add.hover();
  await page.mouse.down();
  const words = report.card('Words');
  const sand = words.getByRole('gridcell', { name: 'sand', exact: true });
  for (const part of [words.getByRole('heading'), sand, words]) {
    await part.hover();
    // Only the second move over the same place is one within it.
    await part.hover();
  }
  expect(await page.evaluate('window.marks')).toEqual([true]);
  await page.mouse.up();
  await report.order(['Words', 'Words']);
  await expect(
    report
      .card('Words')
      .first()
      .getByRole('img', { name: /Bar chart of total/ }),
  ).toBeVisible();
  await expect(report.saved).toBeVisible();

  await text.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('select 1');
  await report.card('Words').first().getByRole('button', { name: 'Edit in SQL Editor' }).click();
  await page.getByRole('button', { name: 'Replace code' }).click();
  await expect(text).toContainText("select 'stone' as word");
  await expect(text).not.toContainText('select 1');
});
