import { expect, type Page, test } from '@playwright/test';
import { ApiClient } from '../basalt/api-client.ts';
import { OWNER } from '../basalt/owner.ts';
import { type ScriptedModel, startScriptedModel } from '../basalt/scripted-model/scripted-model.ts';
import { type Basalt, disposeBasalt, startBasalt } from '../basalt/start-basalt.ts';

let model: ScriptedModel;
let basalt: Basalt;
let api: ApiClient;
let ref: string;
let page: Page;
/** Addresses outside of the installation that the browser asked for. */
const foreign: string[] = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  model = await startScriptedModel();
  basalt = await startBasalt({
    environment: {
      BASALT_AI_BASE_URL: model.baseUrl,
      BASALT_AI_MODEL: 'scripted',
      BASALT_AI_API_KEY: 'sk-of-the-operator',
    },
  });
  api = new ApiClient(basalt.origin, OWNER.accessToken);
  ({ ref } = await api.createProject('Assisted'));
  const context = await browser.newContext({ baseURL: basalt.origin });
  const { email, password } = OWNER;
  await context.request.post('/platform/sign-in', { data: { email, password } });
  page = await context.newPage();
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) foreign.push(request.url());
  });
});

test.afterAll(async () => {
  // Whatever models have sent in all these tests.
  expect(foreign).toEqual([]);
  await page?.context().close();
  await model?.stop();
  if (basalt) await disposeBasalt(basalt);
});

const panel = () => page.getByRole('complementary', { name: 'Assistant' });
const input = () => panel().getByRole('textbox', { name: 'Message to the assistant' });
const button = (name: string | RegExp) => panel().getByRole('button', { name, exact: true });
const card = (name: string) => panel().getByRole('region', { name, exact: true });

async function openAssistant() {
  await expect(page.getByRole('button', { name: 'Assistant', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+i');
}

async function ask(text: string) {
  await input().fill(text);
  await input().press('Enter');
}

test('an answer comes as it is written, with queries that run and writes that wait', async () => {
  await page.goto(`/project/${ref}/logs`);
  await openAssistant();
  await expect(panel().getByRole('heading', { name: 'How can I assist you?' })).toBeVisible();
  await expect(input()).toHaveAttribute('placeholder', 'Chat to Postgres...');
  await panel()
    .getByRole('region', { name: 'RLS Policies' })
    .getByRole('button', { name: 'Explain' })
    .click();
  await expect(input()).toHaveValue('Explain what RLS policies are and how PostgreSQL applies them.');

  // Nothing is sent while there is nothing to send.
  await input().fill('   ');
  await input().press('Enter');
  await expect(panel().getByRole('heading', { name: 'How can I assist you?' })).toBeVisible();

  model.play([
    {
      delay: 400,
      text: `Squares, with a [link](https://example.com/away) and ![a picture](https://evil.example/pixel.png).
<img src="https://evil.example/html.png"><script src="https://evil.example/x.js"></script>

\`\`\`sql
-- props: {"title": "Squares"}
select n, n * n as square from generate_series(1, 4) as n;
\`\`\`

And a table:

\`\`\`sql
-- props: {"title": "Orders"}
create table public.orders (id int);
\`\`\`
`,
      pause: 5,
    },
  ]);
  await input().fill('Squares,');
  await input().press('Shift+Enter');
  await page.keyboard.type('please');
  await input().press('Enter');
  await expect(panel().getByText('Thinking')).toBeVisible();
  await expect(panel().getByText('Squares, with a link and a picture.')).toBeVisible();
  await expect(card('Squares').getByRole('gridcell', { name: '16' })).toBeVisible();
  expect(model.requests.at(-1)?.body.messages.at(-1).content).toContain('Squares,\nplease');
  await expect(panel().getByRole('link', { name: 'link' })).toHaveAttribute('rel', 'noopener noreferrer');

  // A write waits, tells what it would do, and runs after a yes.
  await expect(card('Orders').getByText('Run the query to see its results.')).toBeVisible();
  await card('Orders').getByRole('button', { name: 'Run query' }).click();
  await expect(
    card('Orders').getByText('This query contains write operations. Are you sure you want to execute it?'),
  ).toBeVisible();
  await card('Orders').getByRole('button', { name: 'Dry run' }).click();
  await expect(card('Orders').getByText('It would work. Everything was taken back.')).toBeVisible();
  await card('Orders').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(card('Orders').getByText('Success. No rows returned')).toBeVisible();

  // What was answered is there after a reload, without asking the database again.
  const runs: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/query')) runs.push(request.url());
  });
  await page.reload();
  await openAssistant();
  await expect(card('Squares').getByRole('gridcell', { name: '16' })).toBeVisible();
  await expect(input()).toHaveAttribute('placeholder', 'Reply to the assistant...');
  expect(runs).toEqual([]);
});

test('a function is deployed from the chat, and replaced only after a yes', async () => {
  model.play([
    {
      text: 'Here.\n\n```edge\n// props: {"name": "greet", "title": "Greeting"}\nDeno.serve(() => new Response("hello"));\n```\n',
    },
  ]);
  await ask('Write a function');
  await card('Greeting').getByRole('button', { name: 'Deploy' }).click();
  await expect(card('Greeting').getByText(/\/functions\/v1\/greet$/)).toBeVisible({ timeout: 60_000 });
  await expect(card('Greeting').getByText(/^supabase functions download greet/)).toBeVisible();
  await button('Answer again').click();
  await expect(card('Greeting').getByRole('button', { name: 'Deploy' })).toBeVisible();
  await card('Greeting').getByRole('button', { name: 'Deploy' }).click();
  await expect(card('Greeting').getByText('A function with the name greet already exists')).toBeVisible();
  await card('Greeting').getByRole('button', { name: 'Cancel' }).click();
  await card('Greeting').getByRole('button', { name: 'Deploy' }).click();
  await card('Greeting').getByRole('button', { name: 'Replace function' }).click();
  await expect(card('Greeting').getByText(/\/functions\/v1\/greet$/)).toBeVisible({ timeout: 60_000 });
});

test('chats are begun, named, found and removed, and go on after a reload', async () => {
  await button(/^Chats/).click();
  const list = panel().getByRole('dialog', { name: 'Chats' });
  await expect(list.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await list.getByRole('button', { name: 'New chat' }).click();
  await expect(panel().getByRole('heading', { name: 'How can I assist you?' })).toBeVisible();

  await button(/^Chats/).click();
  await list.getByRole('button', { name: 'Rename Untitled' }).first().click();
  const name = list.getByRole('textbox', { name: 'Name of the chat' });
  await name.fill(' ');
  await name.press('Enter');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('Invoices');
  await name.press('Enter');
  await expect(list.getByRole('button', { name: 'Invoices', exact: true })).toBeVisible();
  await list.getByRole('searchbox', { name: 'Search chats...' }).fill('nothing like it');
  await expect(list.getByText('No chats found.')).toBeVisible();
  await page.keyboard.press('Escape');

  // An answer goes on while nobody looks, and is taken up again.
  model.play([{ text: 'one two three four five six seven eight nine ten', pause: 250 }]);
  await ask('Count slowly');
  await expect(panel().getByText(/^one two/)).toBeVisible();
  await page.reload();
  await openAssistant();
  await expect(panel().getByText('one two three four five six seven eight nine ten')).toBeVisible();
  await expect(panel().getByText('Count slowly')).toHaveCount(1);

  // Stopped, what was written stays.
  model.play([{ text: 'never ending story of words that go on and on and on', pause: 300 }]);
  await ask('Go on');
  await expect(panel().getByText(/^never ending/)).toBeVisible();
  await button('Stop').click();
  await expect(panel().getByText('You stopped this answer.')).toBeVisible();

  // A question is written anew: what came after it is dropped.
  model.play([{ text: 'Counted.' }]);
  await panel().getByRole('button', { name: 'Edit and send again' }).first().click();
  await panel().getByRole('textbox', { name: 'Edit your message' }).fill('Count fast');
  await page.keyboard.press('Enter');
  await expect(panel().getByText('Counted.')).toBeVisible();
  await expect(panel().getByText('Go on')).toHaveCount(0);

  await button('Clear messages').click();
  await expect(panel().getByRole('heading', { name: 'How can I assist you?' })).toBeVisible();
  await panel().getByRole('button', { name: 'Countries and cities' }).click();
  await expect(card('Countries and cities')).toBeVisible();
  await card('Countries and cities').getByRole('button', { name: 'Run query' }).click();
  await card('Countries and cities').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(
    card('Countries and cities').getByText('INSERT ran successfully. 6 rows affected.'),
  ).toBeVisible();

  await button(/^Chats/).click();
  await list.getByRole('button', { name: 'Delete Invoices' }).click();
  await list.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(list.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(card('Greeting')).toBeVisible();
});

test('a provider that fails is told in its words, and the chat goes on', async () => {
  model.play([{ status: 401, body: { error: { message: 'Incorrect API key provided' } } }]);
  await ask('Is anybody there?');
  const alert = panel().getByRole('alert');
  await expect(alert).toContainText('The assistant could not answer');
  model.play([{ text: 'Half of an answer that breaks', breaksAfter: 3, pause: 40 }]);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(panel().getByText(/^Half of/)).toBeVisible();
  await expect(alert).toContainText('The assistant could not answer');
  model.play([{ text: 'Whole.' }]);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(panel().getByText('Whole.')).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('a failed query goes to the assistant with its error', async () => {
  await page.goto(`/project/${ref}/sql`);
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
  await editor.click();
  await page.keyboard.type('select * from public.nothing_there');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('button', { name: 'Fix this error' }).click();
  await expect(input()).toHaveValue(/^Fix the attached SQL\. It fails with:\n.*nothing_there/);
  await expect(input()).toHaveAttribute('placeholder', 'Ask a question or make a change...');
  await expect(button(/^Chats/)).toContainText('Fix SQL');
  model.play([{ text: 'There is no such table.' }]);
  await input().press('Enter');
  await expect(panel().getByText('There is no such table.')).toBeVisible();
  expect(model.told()).toContain('select * from public.nothing_there');
  await panel().getByText('Attached SQL').click();
  await expect(
    panel().getByText('select * from public.nothing_there limit 100;', { exact: true }),
  ).toBeVisible();
});

test('what the organization shares is asked for, and nothing goes out before', async () => {
  await expect(panel().getByText('Project metadata is not shared')).toBeVisible();
  expect(model.told()).not.toContain('The schemas that matter');
  await button('Update AI settings').click();
  const settings = page.getByRole('dialog', { name: 'AI Settings' });
  await expect(settings.getByText('1 schema selected')).toBeVisible();
  await expect(settings.getByRole('link', { name: 'Organization settings' })).toBeVisible();
  await settings.getByRole('button', { name: 'Opt in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm sending anonymous data to the AI provider' });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Successfully opted-in')).toBeVisible();
  await settings.getByRole('button', { name: /^Schemas of the assistant/ }).click();
  await settings.getByRole('searchbox', { name: 'Find schema...' }).fill('nowhere');
  await expect(settings.getByText('No schemas found.')).toBeVisible();
  await settings.getByRole('searchbox', { name: 'Find schema...' }).fill('public');
  await settings.getByRole('checkbox', { name: 'public', exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await expect(settings.getByText('No schemas selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel().getByText('Project metadata is not shared')).toHaveCount(0);
  model.play([{ text: 'Known.' }]);
  await ask('Which schemas?');
  await expect(panel().getByText('Known.')).toBeVisible();
  expect(model.requests.at(-1)?.text).toContain('The schemas that matter');

  const slug = await api.organization();
  await api.request('PATCH', `/platform/organizations/${slug}`, { hipaa_addon: true });
  model.forget();
  await page.reload();
  await openAssistant();
  await expect(panel().getByText(/has the HIPAA addon/)).toBeVisible();
  await expect(button('Update AI settings')).toHaveCount(0);
  await ask('And now?');
  await expect(panel().getByText('Known.')).toHaveCount(2);
  expect(model.told()).not.toContain('The schemas that matter');
  await api.request('PATCH', `/platform/organizations/${slug}`, { hipaa_addon: false });
});

test('the list of snippets gives way where the assistant takes the room, and comes back', async () => {
  const list = page.getByRole('complementary', { name: 'Snippets' });
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1200, height: 800 });
  await page.goto(`/project/${ref}/sql`);
  await expect(page.getByRole('textbox', { name: 'SQL' })).toBeVisible();
  if (await panel().isVisible()) await page.keyboard.press('ControlOrMeta+i');
  await expect(list).toBeVisible();
  await openAssistant();
  await expect(list).toBeHidden();
  expect((await page.getByRole('textbox', { name: 'SQL' }).boundingBox())?.width).toBeGreaterThan(350);
  await page.keyboard.press('ControlOrMeta+i');
  await expect(list).toBeVisible();
  if (before !== null) await page.setViewportSize(before);
});
