import { expect, type Page, test } from '@playwright/test';
import { AssistantPanel, openSignedIn } from '../basalt/assistant-panel.ts';
import { type Assisted, startAssisted } from '../basalt/assisted.ts';

let at: Assisted;
let page: Page;
let assistant: AssistantPanel;
/** Addresses outside of the installation that the browser asked for. */
const foreign: string[] = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  at = await startAssisted();
  page = await openSignedIn(browser, at.basalt);
  assistant = new AssistantPanel(page);
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) foreign.push(request.url());
  });
});

test.afterAll(async () => {
  // Whatever models have sent in all these tests.
  expect(foreign).toEqual([]);
  await page?.context().close();
  await at?.dispose();
});

test('an answer comes as it is written, with queries that run and writes that wait', async () => {
  await page.goto(`/project/${at.ref}/logs`);
  await assistant.open();
  await expect(assistant.root.getByRole('heading', { name: 'How can I assist you?' })).toBeVisible();
  await expect(assistant.input).toHaveAttribute('placeholder', 'Chat to Postgres...');
  await assistant.root
    .getByRole('region', { name: 'RLS Policies' })
    .getByRole('button', { name: 'Explain' })
    .click();
  await expect(assistant.input).toHaveValue('Explain what RLS policies are and how PostgreSQL applies them.');

  // Nothing is sent while there is nothing to send.
  await assistant.input.fill('   ');
  await assistant.input.press('Enter');
  await expect(assistant.root.getByRole('heading', { name: 'How can I assist you?' })).toBeVisible();

  at.model.play([
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
  await assistant.input.fill('Squares,');
  await assistant.input.press('Shift+Enter');
  await page.keyboard.type('please');
  await assistant.input.press('Enter');
  await expect(assistant.root.getByText('Thinking')).toBeVisible();
  await expect(assistant.root.getByText('Squares, with a link and a picture.')).toBeVisible();
  await expect(assistant.card('Squares').getByRole('gridcell', { name: '16' })).toBeVisible();
  expect(at.model.requests.at(-1)?.body.messages.at(-1).content).toContain('Squares,\nplease');
  await expect(assistant.root.getByRole('link', { name: 'link' })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );

  // A write waits, tells what it would do, and runs after a yes.
  await expect(assistant.card('Orders').getByText('Run the query to see its results.')).toBeVisible();
  await assistant.card('Orders').getByRole('button', { name: 'Run query' }).click();
  await expect(
    assistant
      .card('Orders')
      .getByText('This query contains write operations. Are you sure you want to execute it?'),
  ).toBeVisible();
  await assistant.card('Orders').getByRole('button', { name: 'Dry run' }).click();
  await expect(
    assistant.card('Orders').getByText('It would work. Everything was rolled back.'),
  ).toBeVisible();
  await assistant.card('Orders').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(assistant.card('Orders').getByText('Success. No rows returned')).toBeVisible();

  // What was answered is there after a reload, without asking the database again.
  const runs: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/query')) runs.push(request.url());
  });
  await page.reload();
  await assistant.open();
  await expect(assistant.card('Squares').getByRole('gridcell', { name: '16' })).toBeVisible();
  await expect(assistant.input).toHaveAttribute('placeholder', 'Reply to the assistant...');
  expect(runs).toEqual([]);
});

test('a function is deployed from the chat, and replaced only after a yes', async () => {
  at.model.play([
    {
      text: 'Here.\n\n```edge\n// props: {"name": "greet", "title": "Greeting"}\nDeno.serve(() => new Response("hello"));\n```\n',
    },
  ]);
  await assistant.ask('Write a function');
  await assistant.card('Greeting').getByRole('button', { name: 'Deploy' }).click();
  await expect(assistant.card('Greeting').getByText(/\/functions\/v1\/greet$/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(assistant.card('Greeting').getByText(/^supabase functions download greet/)).toBeVisible();
  await assistant.button('Answer again').click();
  await expect(assistant.card('Greeting').getByRole('button', { name: 'Deploy' })).toBeVisible();
  await assistant.card('Greeting').getByRole('button', { name: 'Deploy' }).click();
  await expect(
    assistant.card('Greeting').getByText('A function with the name greet already exists'),
  ).toBeVisible();
  await assistant.card('Greeting').getByRole('button', { name: 'Cancel' }).click();
  await assistant.card('Greeting').getByRole('button', { name: 'Deploy' }).click();
  await assistant.card('Greeting').getByRole('button', { name: 'Replace function' }).click();
  await expect(assistant.card('Greeting').getByText(/\/functions\/v1\/greet$/)).toBeVisible({
    timeout: 60_000,
  });
});

test('chats are begun, named, found and removed, and go on after a reload', async () => {
  await assistant.button(/^Chats/).click();
  const list = assistant.root.getByRole('dialog', { name: 'Chats' });
  await expect(list.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await list.getByRole('button', { name: 'New chat' }).click();
  await expect(assistant.root.getByRole('heading', { name: 'How can I assist you?' })).toBeVisible();

  await assistant.button(/^Chats/).click();
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
  at.model.play([{ text: 'one two three four five six seven eight nine ten', pause: 250 }]);
  await assistant.ask('Count slowly');
  await expect(assistant.root.getByText(/^one two/)).toBeVisible();
  await page.reload();
  await assistant.open();
  await expect(assistant.root.getByText('one two three four five six seven eight nine ten')).toBeVisible();
  await expect(assistant.root.getByText('Count slowly')).toHaveCount(1);

  // Stopped, what was written stays.
  at.model.play([{ text: 'never ending story of words that go on and on and on', pause: 300 }]);
  await assistant.ask('Go on');
  await expect(assistant.root.getByText(/^never ending/)).toBeVisible();
  await assistant.button('Stop').click();
  await expect(assistant.root.getByText('You stopped this answer.')).toBeVisible();

  // A question is written anew: what came after it is dropped.
  at.model.play([{ text: 'Counted.' }]);
  await assistant.root.getByRole('button', { name: 'Edit and send again' }).first().click();
  await assistant.root.getByRole('textbox', { name: 'Edit your message' }).fill('Count fast');
  await page.keyboard.press('Enter');
  await expect(assistant.root.getByText('Counted.')).toBeVisible();
  await expect(assistant.root.getByText('Go on')).toHaveCount(0);

  await assistant.button('Clear messages').click();
  await expect(assistant.root.getByRole('heading', { name: 'How can I assist you?' })).toBeVisible();
  await assistant.root.getByRole('button', { name: 'Countries and cities' }).click();
  await expect(assistant.card('Countries and cities')).toBeVisible();
  await assistant.card('Countries and cities').getByRole('button', { name: 'Run query' }).click();
  await assistant.card('Countries and cities').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(
    assistant.card('Countries and cities').getByText('INSERT ran successfully. 6 rows affected.'),
  ).toBeVisible();

  await assistant.button(/^Chats/).click();
  await list.getByRole('button', { name: 'Delete Invoices' }).click();
  await list.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(list.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(assistant.card('Greeting')).toBeVisible();
});

test('a provider that fails is told in its words, and the chat goes on', async () => {
  at.model.play([{ status: 401, body: { error: { message: 'Incorrect API key provided' } } }]);
  await assistant.ask('Is anybody there?');
  const alert = assistant.root.getByRole('alert');
  await expect(alert).toContainText('The assistant could not answer');
  at.model.play([{ text: 'Half of an answer that breaks', breaksAfter: 3, pause: 40 }]);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(assistant.root.getByText(/^Half of/)).toBeVisible();
  await expect(alert).toContainText('The assistant could not answer');
  at.model.play([{ text: 'Whole.' }]);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(assistant.root.getByText('Whole.')).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('a failed query goes to the assistant with its error', async () => {
  await page.goto(`/project/${at.ref}/sql`);
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
  await editor.click();
  await page.keyboard.type('select * from public.nothing_there');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('button', { name: 'Fix this error' }).click();
  await expect(assistant.input).toHaveValue(/^Fix the attached SQL\. It fails with:\n.*nothing_there/);
  await expect(assistant.input).toHaveAttribute('placeholder', 'Ask a question or make a change...');
  await expect(assistant.button(/^Chats/)).toContainText('Fix SQL');
  at.model.play([{ text: 'There is no such table.' }]);
  await assistant.input.press('Enter');
  await expect(assistant.root.getByText('There is no such table.')).toBeVisible();
  expect(at.model.told()).toContain('select * from public.nothing_there');
  await assistant.root.getByText('Attached SQL').click();
  await expect(
    assistant.root.getByText('select * from public.nothing_there limit 100;', { exact: true }),
  ).toBeVisible();
});

test('what the organization shares is asked for, and nothing goes out before', async () => {
  await expect(assistant.root.getByText('Project metadata is not shared')).toBeVisible();
  expect(at.model.told()).not.toContain('The schemas that matter');
  await assistant.button('Update AI settings').click();
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
  await expect(assistant.root.getByText('Project metadata is not shared')).toHaveCount(0);
  at.model.play([{ text: 'Known.' }]);
  await assistant.ask('Which schemas?');
  await expect(assistant.root.getByText('Known.')).toBeVisible();
  expect(at.model.requests.at(-1)?.text).toContain('The schemas that matter');

  const organization = `/platform/organizations/${at.slug}`;
  await at.api.request('PATCH', organization, { hipaa_addon: true });
  at.model.forget();
  await page.reload();
  await assistant.open();
  await expect(assistant.root.getByText(/has the HIPAA addon/)).toBeVisible();
  await expect(assistant.button('Update AI settings')).toHaveCount(0);
  await assistant.ask('And now?');
  await expect(assistant.root.getByText('Known.')).toHaveCount(2);
  expect(at.model.told()).not.toContain('The schemas that matter');
  await at.api.request('PATCH', organization, { hipaa_addon: false });
});

test('the list of snippets gives way where the assistant takes the room, and comes back', async () => {
  const list = page.getByRole('complementary', { name: 'Snippets' });
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1200, height: 800 });
  await page.goto(`/project/${at.ref}/sql`);
  await expect(page.getByRole('textbox', { name: 'SQL' })).toBeVisible();
  if (await assistant.root.isVisible()) await page.keyboard.press('ControlOrMeta+i');
  await expect(list).toBeVisible();
  await assistant.open();
  await expect(list).toBeHidden();
  expect((await page.getByRole('textbox', { name: 'SQL' }).boundingBox())?.width).toBeGreaterThan(350);
  await page.keyboard.press('ControlOrMeta+i');
  await expect(list).toBeVisible();
  if (before !== null) await page.setViewportSize(before);
});
