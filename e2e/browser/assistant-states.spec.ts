import { expect, type Page, test } from '@playwright/test';
import { AssistantPanel, openSignedIn } from '../basalt/assistant-panel.ts';
import { type Assisted, startAssisted } from '../basalt/assisted.ts';
import { Report } from '../basalt/report.ts';
import { saveAll } from '../basalt/save-bar.ts';

let at: Assisted;
let page: Page;
let assistant: AssistantPanel;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  at = await startAssisted({ BASALT_AI_TIMEOUT: '4' });
  await at.share('SQL');
  await at.api.rows(
    at.ref,
    `create table public.goods (id int primary key); insert into public.goods values (1), (2);
     do $$ begin for n in 1..9 loop execute format('create schema shelf_%s', n); end loop; end $$`,
  );
  page = await openSignedIn(browser, at.basalt);
  assistant = new AssistantPanel(page);
  await page.goto(`/project/${at.ref}/logs`);
  await assistant.open();
});

test.afterAll(async () => {
  await page?.context().close();
  await at?.dispose();
});

const alert = () => assistant.root.getByRole('alert');

test('a provider that says nothing is given up in words, and stopped before that by hand', async () => {
  at.model.play([{ hangs: true }]);
  await assistant.ask('Are you there?');
  await expect(assistant.root.getByText('Thinking')).toBeVisible();
  await assistant.button('Stop').click();
  await expect(assistant.root.getByText('You stopped this answer.')).toBeVisible();

  // It says a word, then nothing more; the question and the word are there after a reload.
  at.model.play([{ text: 'Well, never said', hangsAfter: 1 }]);
  await assistant.ask('And now?');
  await expect(assistant.root.getByText(/took too long to answer/).first()).toBeVisible();
  await page.reload();
  await assistant.open();
  await expect(assistant.root.getByText('And now?')).toBeVisible();
  await expect(assistant.root.getByText('Well,')).toBeVisible();
  await expect(assistant.root.getByText(/took too long to answer/)).toBeVisible();
  at.model.play([{ text: 'Here I am.' }]);
  await assistant.button('Answer again').click();
  await expect(assistant.root.getByText('Here I am.')).toBeVisible();
  await expect(assistant.button('Answer again')).toBeEnabled();
});

test('a quota that is used up, an answer that breaks and calls that make no sense leave the chat as it is', async () => {
  at.model.play([{ status: 429, body: { error: { message: 'You exceeded your current quota' } } }]);
  await assistant.ask('How many goods?');
  await expect(alert()).toContainText('no quota left');
  await page.reload();
  await assistant.open();
  await expect(assistant.root.getByText('How many goods?')).toBeVisible();
  await expect(assistant.root.getByText(/no quota left/)).toBeVisible();
  at.model.play([
    { tools: [{ name: 'list_tables', input: {} }], rawInput: '{"schemas": [' },
    { tools: [{ name: 'drop_everything', input: {} }] },
    { text: 'I give up.' },
  ]);
  await assistant.button('Answer again').click();
  await expect(assistant.root.getByText('I give up.')).toBeVisible();

  // One that only ever calls tools is ended, and the next question works.
  at.model.play([{ tools: [{ name: 'list_schemas', input: {} }] }]);
  await assistant.ask('Go round in circles');
  await expect(assistant.button('Answer again')).toBeEnabled();
  // What is too long is refused in words and stays where it was written.
  const large = 'x'.repeat(1024 * 1024);
  await assistant.ask(large);
  await expect(alert()).toContainText('The message is too long: at most 100,000 characters');
  await expect(assistant.input).toHaveValue(large);
  at.model.play([{ text: 'All well.' }]);
  await assistant.ask('And now?');
  await expect(assistant.root.getByText('All well.')).toBeVisible();
});

test('lists of more than four chats and more than seven schemas scroll', async () => {
  const chats = `/platform/projects/${at.ref}/ai/chats`;
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await at.api.request('POST', chats, { name });
  await page.reload();
  await assistant.open();
  const list = (await assistant.chats()).getByRole('list', { name: 'Chats' });
  const rows = list.getByRole('listitem');
  await expect(rows).toHaveCount(6);
  const heights = await list.evaluate((element) => ({
    shown: element.clientHeight,
    all: element.scrollHeight,
  }));
  const [row] = await rows.all();
  const height = (await row?.boundingBox())?.height ?? 0;
  expect(Math.round(heights.shown / height)).toBe(4);
  expect(Math.round(heights.all / height)).toBe(6);
  await list.getByRole('button', { name: 'One', exact: true }).click();
  await expect(assistant.button(/^Chats/)).toContainText('One');

  const settings = await assistant.settings();
  await settings.getByRole('button', { name: /^Schemas of the assistant/ }).click();
  const schemas = page.getByRole('list', { name: 'Schemas of the assistant' });
  await expect(schemas.getByRole('checkbox', { name: 'shelf_9' })).toBeAttached();
  const size = await schemas.evaluate((element) => ({
    shown: element.clientHeight,
    all: element.scrollHeight,
  }));
  const entry = (await schemas.getByRole('listitem').first().boundingBox())?.height ?? 0;
  expect(Math.round(size.shown / entry)).toBe(7);
  expect(size.all).toBeGreaterThan(size.shown);
  await schemas.getByRole('checkbox', { name: 'shelf_9' }).check();
  await page.keyboard.press('Escape');
  await expect(settings.getByText('2 schemas selected')).toBeVisible();
  await page.keyboard.press('Escape');
});

test('schemas that cannot be loaded can be loaded again', async () => {
  const schemas = new RegExp(`/platform/pg-meta/${at.ref}/schemas`);
  await page.route(schemas, (route) => route.fulfill({ status: 500, json: { message: 'Out of order.' } }));
  await page.reload();
  await assistant.open();
  const settings = await assistant.settings();
  await expect(settings.getByText('Failed to load schemas')).toBeVisible();
  await page.unroute(schemas);
  await settings.getByRole('button', { name: 'Reload schemas' }).click();
  await expect(settings.getByText('2 schemas selected')).toBeVisible();
  await page.keyboard.press('Escape');
});

test('what destroys asks for a restore point first', async () => {
  at.model.play([
    { tools: [{ name: 'display_query', input: { label: 'Clean up', sql: 'drop table public.goods' } }] },
    { text: 'This removes it.' },
  ]);
  await assistant.ask('Remove the goods');
  const card = assistant.card('Clean up');
  await card.getByRole('button', { name: 'Run query' }).click();
  await expect(card.getByRole('checkbox', { name: 'Take a restore point first' })).toBeChecked();
  await card.getByRole('button', { name: 'Dry run' }).click();
  await expect(card.getByText('It would work. Everything was rolled back.')).toBeVisible();
  await card.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText(/^Took the restore point/)).toBeVisible();
  await expect(card.getByText('Success. No rows returned')).toBeVisible();
  const { body } = await at.api.request('GET', `/platform/database/${at.ref}/backups`);
  expect(JSON.stringify(body)).toMatch(/"sql-\d{8}-\d{6}"/);
  expect(await at.api.rows(at.ref, "select to_regclass('public.goods') as t")).toEqual([{ t: null }]);
});

test('a chart of an answer is dragged into a report', async () => {
  const report = new Report(page);
  await report.create(at.ref, 'From the chat');
  at.model.play([
    {
      tools: [
        {
          name: 'display_query',
          input: {
            label: 'Squares',
            sql: 'select n as day, n * n as total from generate_series(1, 4) as n',
            view: 'chart',
            xAxis: 'day',
            yAxis: 'total',
          },
        },
      ],
    },
    { text: 'A chart.' },
  ]);
  if (!(await assistant.root.isVisible())) await assistant.open();
  await assistant.ask('Draw squares');
  const drawn = { name: 'Bar chart of total by day' };
  await expect(assistant.card('Squares').getByRole('img', drawn)).toBeVisible();
  // While it answers, the conversation moves under the pointer.
  await expect(assistant.root.getByText('A chart.')).toBeVisible();
  await expect(assistant.button('Answer again')).toBeEnabled();
  await assistant
    .card('Squares')
    .getByRole('button', { name: 'Add to report' })
    .dragTo(page.getByRole('main').getByRole('heading', { name: 'No cards yet' }));
  await expect(report.card('Squares').getByRole('img', drawn)).toBeVisible();
  await expect(report.saved).toBeVisible();
  await page.reload();
  await expect(report.card('Squares').getByRole('img', drawn)).toBeVisible();
});

test('while it cannot be said whether there is a model, the panel is off and says so', async () => {
  const check = /\/api\/ai\/sql\/check-api-key/;
  await page.route(check, (route) => route.fulfill({ status: 503, json: { message: 'Being repaired.' } }));
  await page.goto(`/project/${at.ref}/logs`);
  await assistant.open();
  await expect(assistant.root.getByText('Assistant has been temporarily disabled')).toBeVisible();
  await expect(assistant.root.getByText('Being repaired.')).toBeVisible();
  await expect(assistant.input).toBeDisabled();
  await page.unroute(check);
});

test('an organization names a provider of its own, tests it and takes it away', async () => {
  await page.goto(`/org/${at.slug}/general`);
  const form = page.getByRole('region', { name: 'AI provider' });
  await expect(form.getByText("The operator's model is asked: scripted.")).toBeVisible();
  await form.getByRole('combobox', { name: 'Provider' }).selectOption('OpenAI');
  await form.getByRole('textbox', { name: 'Model' }).fill('granite-2');
  await form.getByRole('textbox', { name: /^Address/ }).fill(at.model.baseUrl);
  await saveAll(page);
  await expect(form.getByText('This provider needs a key.')).toBeVisible();
  await form.getByLabel('API key').fill('key-of-the-organization');
  await form.getByRole('textbox', { name: 'Tokens a month (optional)' }).fill('100');
  await form.getByRole('textbox', { name: 'Price of a million tokens in, $' }).fill('3');
  await form.getByRole('textbox', { name: 'Price of a million tokens out, $' }).fill('15');
  await saveAll(page);
  await expect(page.getByText('Saved the AI provider')).toBeVisible();
  await expect(form.getByText("The organization's model is asked: granite-2.")).toBeVisible();
  await expect(form.getByLabel('API key')).toHaveValue('');

  at.model.forget();
  at.model.play([{ text: 'ready' }]);
  await form.getByRole('button', { name: 'Test' }).click();
  await expect(form.getByText(/^granite-2 answers\. \(\d+ ms\)$/)).toBeVisible();
  expect(at.model.requests[0]?.headers.authorization).toBe('Bearer key-of-the-organization');
  at.model.play([{ status: 401, body: { error: { message: 'Incorrect API key' } } }]);
  await form.getByRole('button', { name: 'Test' }).click();
  await expect(form.getByText(/refused the key.*Incorrect API key/)).toBeVisible();

  // Another server needs the key again.
  await form.getByRole('textbox', { name: /^Address/ }).fill('https://models.example.com/v1');
  await saveAll(page);
  await expect(form.getByText('Enter the key again: it was for another server.')).toBeVisible();
  await page.reload();
  page.once('dialog', (dialog) => void dialog.accept());

  // The cap counts what was used before, and is told in the chat.
  await page.goto(`/project/${at.ref}/logs`);
  await assistant.open();
  await assistant.ask('One more?');
  await expect(alert()).toContainText('has used the 100 tokens that it allows');
  await expect(assistant.input).toHaveValue('One more?');
  await page.goto(`/org/${at.slug}/general`);
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Removed the AI provider')).toBeVisible();
  await expect(form.getByText("The operator's model is asked: scripted.")).toBeVisible();
});
