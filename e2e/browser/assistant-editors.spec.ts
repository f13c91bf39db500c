import { expect, type Page, test } from '@playwright/test';
import { AssistantPanel, openSignedIn } from '../basalt/assistant-panel.ts';
import { type Assisted, startAssisted } from '../basalt/assisted.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';

let at: Assisted;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  at = await startAssisted();
  await at.share('SQL');
  await at.api.rows(at.ref, 'create table public.goods (id int primary key, owner_id uuid, price int)');
  page = await openSignedIn(browser, at.basalt);
});

test.afterAll(async () => {
  await page?.context().close();
  await at?.dispose();
});

test.beforeEach(() => at.model.forget());

const prompt = () => page.getByRole('textbox', { name: 'Prompt for the AI' });
const proposal = () => page.getByRole('region', { name: 'Proposed change' });

/** Asks for a change of the editor that has the focus. */
async function askForChange(text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(prompt()).toBeFocused();
  await prompt().fill(text);
  await prompt().press('Enter');
}

test('a prompt changes the selected SQL: shown first, then accepted or rejected by keys', async () => {
  const editor = new SqlEditor(page);
  await editor.open(at.ref);
  await editor.write('select id\nfrom goods');
  at.model.play([{ text: '```sql\nselect id, price\nfrom goods\n```' }]);

  // An empty prompt asks nobody.
  await page.keyboard.press('ControlOrMeta+k');
  await prompt().fill('  ');
  await prompt().press('Enter');
  await expect(page.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled();
  expect(at.model.requests).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(editor.text).toBeFocused();

  await page.keyboard.press('ControlOrMeta+a');
  await askForChange('the price as well');
  await expect(proposal()).toContainText('select id, price');
  expect(at.model.told()).toContain('<selection>select id\\nfrom goods</selection>');
  expect(at.model.told()).toContain('owner_id');
  await page.keyboard.press('Escape');
  await expect(proposal()).toHaveCount(0);
  await expect(editor.text.locator('.cm-line')).toHaveText(['select id', 'from goods']);

  // Once more, and again on top of what is proposed.
  await page.keyboard.press('ControlOrMeta+a');
  await askForChange('the price as well');
  await expect(proposal()).toContainText('select id, price');
  at.model.play([{ text: 'select id, price\nfrom goods\norder by price' }]);
  await page.keyboard.press('ControlOrMeta+k');
  await prompt().fill('by price');
  await prompt().press('Enter');
  await expect(proposal()).toContainText('order by price');
  await expect(editor.text.locator('.cm-line').first()).not.toHaveText('select id, price');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(proposal()).toHaveCount(0);
  await expect(editor.text.locator('.cm-line')).toHaveText([
    'select id, price',
    'from goods',
    'order by price',
  ]);
  await expect(editor.text).toBeFocused();
  // Accepted is one step of undo.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(editor.text.locator('.cm-line')).toHaveText(['select id', 'from goods']);
});

test('a provider that fails or hangs leaves the prompt and the text as they are', async () => {
  const editor = new SqlEditor(page);
  await editor.write('select 1');
  at.model.play([{ status: 429, body: { error: { message: 'You exceeded your current quota' } } }]);
  await askForChange('make it two');
  await expect(page.getByText(/^Failed to generate: .*no quota left/)).toBeVisible();
  at.model.play([{ hangs: true }]);
  await prompt().press('Enter');
  await expect(page.getByText('Generating …')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(prompt()).toHaveValue('make it two');
  at.model.play([{ text: 'select 2' }]);
  await prompt().press('Enter');
  await proposal()
    .getByRole('button', { name: /^Accept/ })
    .click();
  await expect(editor.text).toHaveText('select 2');
});

test('what may come next is offered while somebody types, unless that is switched off', async () => {
  const editor = new SqlEditor(page);
  const ghost = editor.text.locator('.cm-ghost');
  const type = async (text: string) => {
    await editor.write('');
    await page.keyboard.type(text);
    // The list of names is another thing.
    await page.keyboard.press('Escape');
  };
  at.model.play([{ text: ' from goods' }]);
  await type('select 12 ');
  await expect(ghost).toHaveText(' from goods');
  await page.keyboard.press('Escape');
  await expect(ghost).toHaveCount(0);
  await page.keyboard.type('1 ');
  await expect(ghost).toHaveText(' from goods');
  await page.keyboard.press('Tab');
  await expect(editor.text).toHaveText(/ from goods$/);

  const assistant = new AssistantPanel(page);
  await assistant.open();
  const settings = await assistant.settings();
  const completion = settings.getByRole('switch', { name: 'Complete SQL while I type' });
  await completion.uncheck({ force: true });
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+i');
  at.model.forget();
  await type('select 13 ');
  await assistant.open();
  await assistant.settings();
  await completion.check({ force: true });
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+i');
  await type('select 14 ');
  await expect(ghost).toHaveText(' from goods');
  expect(at.model.told()).not.toContain('select 13');

  // Text that nobody sends goes out only where the organization shares.
  await at.share();
  await page.reload();
  at.model.forget();
  await type('select 15 ');
  await assistant.open();
  await (await assistant.settings()).getByRole('button', { name: 'Opt in' }).click();
  await page
    .getByRole('dialog', { name: /^Confirm sending/ })
    .getByRole('button', { name: 'Confirm' })
    .click();
  await expect(completion).toBeEnabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+i');
  await type('select 16 ');
  await expect(ghost).toHaveText(' from goods');
  expect(at.model.told()).not.toContain('select 15');
});

test('a query is explained, mended and made faster by the assistant, each in a chat of its own', async () => {
  const editor = new SqlEditor(page);
  const assistant = new AssistantPanel(page);
  await editor.open(at.ref);
  await editor.run('select 42 as answer');
  await expect(editor.cells('42')).toBeVisible();
  await editor.results.getByRole('button', { name: 'Ask about this query' }).click();
  const menu = page.getByRole('dialog', { name: 'Ask about this query' });
  await menu.getByRole('button', { name: /^Explain/ }).click();
  await expect(assistant.input).toHaveValue('Explain the attached SQL step by step.');
  at.model.play([{ text: 'It answers 42.' }]);
  await assistant.input.press('Enter');
  await expect(assistant.root.getByText('It answers 42.')).toBeVisible();
  expect(at.model.told()).toContain('select 42 as answer');

  await editor.run('explain (format json) select * from goods order by price');
  await editor.results.getByRole('button', { name: 'Ask about this query' }).click();
  await menu.getByRole('button', { name: /^Optimize with this plan/ }).click();
  await expect(assistant.input).toHaveValue('Optimize the attached SQL with the attached plan.');
  await expect(assistant.button(/^Chats/)).toContainText('Optimize SQL');
  at.model.forget();
  at.model.play([{ text: 'An index would help.' }]);
  await assistant.input.press('Enter');
  await expect(assistant.root.getByText('An index would help.')).toBeVisible();
  expect(at.model.told()).toContain('Seq Scan');

  await editor.run('select * from bads');
  await page.getByRole('button', { name: 'Fix this error' }).click();
  await expect(assistant.input).toHaveValue(/^Fix the attached SQL\. It fails with:\n.*bads/);
  await expect(assistant.button(/^Chats/)).toContainText('Fix SQL');
  await page.keyboard.press('ControlOrMeta+i');
});

test('a query that nobody has named is named by the model', async () => {
  const editor = new SqlEditor(page);
  await editor.open(at.ref);
  await page.getByRole('button', { name: 'New query', exact: true }).click();
  at.model.play([{ text: '{"title":"Dearest goods","description":"By price."}' }]);
  await editor.run('select * from goods order by price desc limit 3');
  await expect(page.getByRole('heading', { level: 2, name: 'Dearest goods' })).toBeVisible();
});

test('the condition of a policy is written by a prompt, and goes into the policy', async () => {
  await page.goto(`/project/${at.ref}/database/policies`);
  await page.getByRole('button', { name: 'Actions for goods' }).click();
  await page
    .getByRole('dialog', { name: 'Actions for goods' })
    .getByRole('button', { name: 'New policy' })
    .click();
  const panel = page.getByRole('dialog').first();
  await panel.getByRole('combobox', { name: 'Begin with' }).selectOption('Owners read their rows');
  const using = panel.getByRole('textbox', { name: 'Using' });
  await expect(using).toContainText('owner_id');
  const before = await using.textContent();

  at.model.play([{ text: '```sql\nowner_id = auth.uid() and price > 1\n```' }]);
  await using.click();
  await askForChange('not the cheap ones');
  await expect(proposal()).toContainText('price > 1');
  expect(at.model.told()).toContain('a policy on public.goods for SELECT');
  expect(at.model.told()).toContain('the clause USING');
  // Rejecting leaves the text, and the form open.
  await page.keyboard.press('Escape');
  await expect(proposal()).toHaveCount(0);
  await expect(using).toBeFocused();
  expect(await using.textContent()).toBe(before);

  at.model.play([{ text: 'owner_id = auth.uid() and price > 1' }]);
  await askForChange('not the cheap ones');
  await expect(proposal()).toContainText('price > 1');
  at.model.play([{ text: 'owner_id = auth.uid() and price > 2' }]);
  await askForChange('a bit dearer');
  await expect(proposal()).toContainText('price > 2');
  expect(at.model.told()).toContain('price > 1');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(proposal()).toHaveCount(0);
  await expect(using).toHaveText('owner_id = auth.uid() and price > 2');
  await expect(using).toBeFocused();
  await panel.getByRole('button', { name: 'Review SQL' }).click();
  await panel.getByRole('button', { name: 'Create policy', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Owners read their rows' })).toBeVisible();
  expect(
    await at.api.rows(at.ref, "select qual from pg_policies where policyname = 'Owners read their rows'"),
  ).toEqual([{ qual: expect.stringContaining('price > 2') }]);
});

test('the open file of a function is changed by a prompt, and nothing of it gets into another file', async () => {
  await page.goto(`/project/${at.ref}/functions/new`);
  const code = (file: string) => page.getByRole('textbox', { name: `Code of ${file}` });
  const index = code('index.ts');
  const write = async (text: string) => {
    await index.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  };
  await write("Deno.serve(() => new Response('one'));");
  at.model.play([{ text: "```ts\nDeno.serve(() => new Response('two'));\n```" }]);
  await page.keyboard.press('ControlOrMeta+a');
  await askForChange('say two');
  await expect(proposal()).toContainText("'two'");
  expect(at.model.told()).toContain("<selection>Deno.serve(() => new Response('one'));</selection>");
  await page.keyboard.press('Escape');
  await expect(proposal()).toHaveCount(0);
  await expect(index).toBeFocused();
  await expect(index).toHaveText("Deno.serve(() => new Response('one'));");

  await askForChange('say two');
  await expect(proposal()).toContainText("'two'");
  at.model.play([{ text: "Deno.serve(() => new Response('three'));" }]);
  await askForChange('say three');
  await expect(proposal()).toContainText("'three'");
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(proposal()).toHaveCount(0);
  await expect(index).toHaveText("Deno.serve(() => new Response('three'));");
  await expect(index).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(index).toHaveText("Deno.serve(() => new Response('one'));");

  // A proposal for one file is gone when another is opened.
  at.model.play([{ text: "Deno.serve(() => new Response('four'));" }]);
  await askForChange('say four');
  await expect(proposal()).toContainText("'four'");
  await page.getByRole('button', { name: 'Add file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add file' });
  await dialog.getByRole('textbox', { name: 'Path' }).fill('words.ts');
  await dialog.getByRole('button', { name: 'Add file' }).click();
  await expect(code('words.ts')).toHaveText('');
  await expect(proposal()).toHaveCount(0);
});
