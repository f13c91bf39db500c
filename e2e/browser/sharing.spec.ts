import type { Browser } from '@playwright/test';
import { addColleague, type ColleagueRole, openAs } from '../basalt/add-colleague.ts';
import type { ApiClient } from '../basalt/api-client.ts';
import { OWNER } from '../basalt/owner.ts';
import { Report } from '../basalt/report.ts';
import { NO_CHART, reportCard } from '../basalt/report-card.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import type { Basalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

const PER_DAY = `select day::date, 2 as orders
from generate_series(:start_date::date, :end_date::date, interval '1 day') as day`;
const BY_CITY = `@set city:Oslo|Lima = Oslo
select :city::text as town, 673 as orders`;

/** Saves a snippet or a report of the owner; gives its id. */
async function save(api: ApiClient, ref: string, item: Record<string, unknown>): Promise<string> {
  const { status, body } = await api.request('POST', `/platform/projects/${ref}/content`, item);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

/** A page of a new colleague with this role, in a browser of their own. */
async function colleague(browser: Browser, basalt: Basalt, role: ColleagueRole) {
  return await openAs(browser, basalt, await addColleague(basalt, role));
}

test('a shared report can be read, run and copied by others, and changed by its owner only', async ({
  page,
  browser,
  basalt,
  api,
  project: { ref },
}) => {
  // Two people, and many pages.
  test.setTimeout(90_000);
  const secret = await save(api, ref, {
    type: 'sql',
    name: 'Salaries',
    content: { sql: 'select 1 as salary' },
  });
  const chart = { ...NO_CHART, view: 'chart', xKey: 'day', yKey: 'orders' };
  const cards = [
    reportCard('Per day', { kind: 'sql', sql: PER_DAY }, { chart }),
    reportCard('By city', { kind: 'sql', sql: BY_CITY }),
    reportCard('Salaries', { kind: 'snippet', id: secret }),
  ];
  const content = { schema_version: '1', cards, days: 7 };
  const id = await save(api, ref, { type: 'report', name: 'Together', content });
  const address = `/project/${ref}/reports/${id}`;
  const theirs = new Report(await colleague(browser, basalt, 'Developer'));
  const title = (name: string) => theirs.page.getByRole('heading', { name, level: 1, exact: true });
  const choose = async (entry: string) => {
    await page.getByRole('button', { name: 'Report actions' }).click();
    await page.getByRole('button', { name: entry }).click();
  };

  await test.step('nothing is shared before it is known what it shows, or by a question that was left', async () => {
    const known = Promise.withResolvers<void>();
    await page.route(`**/content/item/${secret}*`, (route) => known.promise.then(() => route.continue()));
    await page.goto(`/project/${ref}/reports`);
    const dialog = page.getByRole('dialog', { name: 'Share report' });
    const too = dialog.getByRole('switch', { name: 'Share the private snippet too' });
    const ask = async () => {
      await page.getByRole('button', { name: 'Actions for Together' }).click();
      await page.getByRole('button', { name: 'Share with the project' }).click();
    };
    await ask();
    await expect(dialog).toContainText('Looking for private snippets');
    await page.keyboard.press('Enter');
    known.resolve();
    await too.uncheck();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await ask();
    await expect(too).toBeChecked();
  });

  await test.step('it is nobody else’s until it is shared', async () => {
    await theirs.page.goto(address);
    await expect(title('Report')).toBeVisible();
    await expect(theirs.page.getByRole('heading', { name: 'There is no such report' })).toBeVisible();
    await page.goto(address);
    await expect(page).toHaveTitle(/^Together \| Reports \| Quarry \|/);
    await choose('Share with the project');
    const dialog = page.getByRole('dialog', { name: 'Share report' });
    await dialog.getByRole('switch', { name: 'Share the private snippet too' }).uncheck();
    await dialog.getByRole('button', { name: 'Share with the project' }).click();
    await expect(page.getByText('Shared', { exact: true })).toBeVisible();
  });

  await test.step('others run its cards, with values of their own', async () => {
    await theirs.page.goto(`/project/${ref}/reports?show=shared`);
    await theirs.page.getByRole('link', { name: 'Together' }).click();
    await expect(title('Together')).toBeVisible();
    await expect(theirs.page.getByText(`By ${OWNER.email}.`)).toBeVisible();
    await expect(theirs.card('Per day').getByRole('img', { name: /Bar chart of orders/ })).toBeVisible();
    const byCity = theirs.card('By city');
    await expect(byCity.getByRole('gridcell', { name: 'Oslo', exact: true })).toBeVisible();
    await byCity.getByRole('button', { name: 'Parameters' }).click();
    await theirs.page.getByLabel('city', { exact: true }).selectOption('Lima');
    await theirs.page.getByRole('button', { name: 'Apply' }).click();
    await expect(byCity.getByRole('gridcell', { name: 'Lima', exact: true })).toBeVisible();
    await theirs.page.keyboard.press('Escape');
    await expect(theirs.cards.getByText(/it is private to somebody else/)).toBeVisible();
    await page.getByRole('button', { name: 'Share the snippet' }).click();
    await expect(page.getByText('Some cards are empty for others')).toHaveCount(0);
    await theirs.page.reload();
    const salaries = theirs.card('Salaries').getByRole('columnheader', { name: /salary/ });
    await expect(salaries).toBeVisible();
    await theirs.page.getByRole('button', { name: 'Refresh all' }).click();
    await expect(theirs.page.getByRole('button', { name: 'Refresh all' })).toBeEnabled();
  });

  await test.step('others cannot change it', async () => {
    for (const name of [/^Add card/, /^Actions for/, /^Move /, /^Resize /])
      await expect(theirs.page.getByRole('main').getByRole('button', { name })).toHaveCount(0);
    await theirs.page.reload();
    await expect(theirs.card('By city').getByRole('gridcell', { name: 'Oslo', exact: true })).toBeVisible();
    await theirs.page.getByRole('button', { name: 'Report actions' }).click();
    for (const entry of ['Rename', 'Make private', 'Delete']) {
      const button = theirs.page.getByRole('button', { name: entry });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toContainText('Only its owner can do this.');
    }
  });

  await test.step('others have a copy to change', async () => {
    await theirs.page.getByRole('button', { name: 'Duplicate' }).click();
    await expect(title('Together (copy)')).toBeVisible();
    await theirs.order(['Per day', 'By city', 'Salaries']);
    await theirs.chooseFromMenu('By city', 'Remove');
    await theirs.order(['Per day', 'Salaries']);
    await expect(theirs.saved).toBeVisible();
  });

  await test.step('made private again, it is gone for others; strangers never see the project', async () => {
    await choose('Make private');
    const dialog = page.getByRole('dialog', { name: 'Make report private' });
    await dialog.getByRole('button', { name: 'Make private' }).click();
    await expect(page.getByText('Shared', { exact: true })).toHaveCount(0);
    await theirs.page.goto(address);
    await expect(theirs.page.getByRole('heading', { name: 'There is no such report' })).toBeVisible();
    await theirs.page.goto(`/project/${ref}/reports`);
    const list = theirs.page.getByRole('list', { name: 'Reports' });
    await expect(list.getByRole('link', { name: 'Together (copy)' })).toBeVisible();
    await expect(list.getByRole('link', { name: 'Together', exact: true })).toHaveCount(0);
    const stranger = await colleague(browser, basalt, null);
    await stranger.goto(address);
    await expect(stranger.getByRole('heading', { name: 'Project not found' })).toBeVisible();
    await stranger.context().close();
  });
  await theirs.page.context().close();
});

test('a shared snippet is run and copied by others, and their typing stays with them', async ({
  browser,
  basalt,
  api,
  project: { ref },
}) => {
  const sql = "select 'of the owner' as whose";
  const id = await save(api, ref, { type: 'sql', name: 'Commons', visibility: 'project', content: { sql } });
  const page = await colleague(browser, basalt, 'Developer');
  const editor = new SqlEditor(page);
  let saves = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/content$/.test(new URL(request.url()).pathname)) saves += 1;
  });
  await editor.open(ref);
  const list = page.getByRole('complementary', { name: 'Snippets' });
  const shared = list.getByRole('region', { name: 'Shared' }).getByRole('link', { name: /^Commons/ });
  await shared.click();
  await expect(page).toHaveURL(new RegExp(`/sql/${id}`));
  await expect(page.getByText(`This snippet belongs to ${OWNER.email}.`)).toBeVisible();
  await expect(editor.text).toHaveText(sql);
  await expect(page).toHaveTitle(/^Commons \| SQL editor \| Quarry \|/);
  await editor.runButton.click();
  await expect(editor.cells('of the owner')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);

  const changed = `${sql}, 1 as more`;
  await editor.text.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(', 1 as more');
  await expect(page.getByRole('status').getByText('Not saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(editor.text).toHaveText(changed);
  expect(saves).toBe(0);
  const item = await api.request('GET', `/platform/projects/${ref}/content/item/${id}`);
  expect(item.body.content.sql).toBe(sql);

  await page.getByRole('note').getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Commons (Duplicate)' })).toBeVisible();
  await expect(editor.text).toHaveText(changed);
  await expect(shared).toHaveAccessibleName('Commons Changed in this browser only');
  await shared.click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(editor.text).toHaveText(sql);
  await expect(shared).toHaveAccessibleName('Commons');
  await page.context().close();
});

test('whoever may only read is told so, and the database refuses the rest', async ({
  browser,
  basalt,
  api,
  project: { ref },
}) => {
  await api.rows(ref, 'create table if not exists looked_at (id int); insert into looked_at values (7)');
  const page = await colleague(browser, basalt, 'Read-only');
  const editor = new SqlEditor(page);
  await editor.open(ref);
  const readOnly = page.getByRole('switch', { name: 'Read-only' });
  await expect(readOnly).toBeChecked();
  await expect(readOnly).toHaveAttribute('aria-disabled', 'true');
  await readOnly.press('Enter');
  await expect(readOnly).toBeChecked();
  await expect(
    page.getByText('Your queries will not be saved as you do not have sufficient permissions.'),
  ).toBeVisible();
  await editor.write('select id from looked_at');
  await editor.runButton.click();
  await expect(editor.cells('7')).toBeVisible();
  await editor.write('insert into looked_at values (8)');
  await editor.runButton.click();
  await expect(editor.results.getByRole('alert')).toContainText(/read-only transaction|permission denied/);
  expect(await api.rows(ref, 'select id from looked_at')).toEqual([{ id: 7 }]);
  await expect(page.getByRole('button', { name: 'New folder' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('You need additional permissions to keep snippets and folders')).toBeVisible();

  await page.goto(`/project/${ref}/reports`);
  const create = page.getByRole('button', { name: 'New report' });
  await create.focus();
  await expect(page.getByRole('tooltip')).toHaveText(
    'You need additional permissions to create reports in this project.',
  );
  await create.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.context().close();
});
