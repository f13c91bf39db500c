import type { Page } from '@playwright/test';
import { addColleague, openAs } from '../basalt/add-colleague.ts';
import { accessibilityFaults } from '../basalt/page-checks.ts';
import { keysOf } from '../basalt/project-api.ts';
import { saveAll } from '../basalt/save-bar.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(180_000);

const code = (page: Page, path = 'index.ts') => page.getByRole('textbox', { name: `Code of ${path}` });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** Replaces the text of the file that is open. */
async function write(page: Page, path: string, text: string): Promise<void> {
  await code(page, path).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

test('a function is written, deployed, called, changed, mended, rolled back and deleted', async ({
  page,
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Clockwork');
  const { url, anon } = await keysOf(api, basalt, ref);
  const answer = async () => {
    const headers = { apikey: anon };
    return await (await fetch(`${url}/functions/v1/tell-time`, { headers })).text();
  };
  const ada = { email: 'ada@example.com', password: 'correct horse', email_confirm: true };
  expect((await api.request('POST', `/platform/auth/${ref}/users`, ada)).status).toBe(201);
  await page.goto(`/project/${ref}/functions`);
  await expect(page.getByRole('heading', { name: 'No functions yet' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'deploy commands' })).toContainText(
    `supabase functions deploy hello-world --use-api --project-ref ${ref}`,
  );
  await page.getByRole('link', { name: 'Write the first function' }).click();

  await test.step('the name gives the slug, and a second file is imported', async () => {
    await page.getByRole('button', { name: 'Deploy function' }).click();
    await expect(page.getByText('Enter a name.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('Tell time');
    await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveValue('tell-time');
    await write(
      page,
      'index.ts',
      "import { words } from './lib/words.ts';\nDeno.serve(() => {\n  console.warn('asked for words');\n  return new Response(words);\n});",
    );
    await page.getByRole('button', { name: 'Add file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add file' });
    await dialog.getByRole('textbox', { name: 'Path' }).fill('../words.ts');
    await dialog.getByRole('button', { name: 'Add file' }).click();
    await expect(dialog.getByText('A path leads to a file below')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Path' }).fill('lib/words.ts');
    await dialog.getByRole('button', { name: 'Add file' }).click();
    await write(page, 'lib/words.ts', "export const words = 'the first';");
    await page.getByRole('link', { name: 'Edge functions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Deploy function' }).click();
    await expect(page.getByText('Successfully deployed edge function')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Tell time' })).toBeVisible();
    await expect.poll(answer).toBe('the first');
  });

  await test.step('the editor says what is wrong, completes, and takes files from the machine', async () => {
    await tab(page, 'Code');
    await page.getByRole('button', { name: 'lib/words.ts', exact: true }).click();
    await write(
      page,
      'lib/words.ts',
      "export const words = 'one';\nexport const length = words.lenght;\nDeno.ser",
    );
    const wrong = code(page, 'lib/words.ts').locator('.cm-lintRange-error');
    await expect(wrong).toHaveText(['lenght', 'ser']);
    await code(page, 'lib/words.ts').press('Control+Space');
    await expect(page.getByRole('option', { name: /^serve/ }).first()).toBeVisible();
    await expect(page.locator('.cm-completionInfo')).toContainText('Serves HTTP requests');
    await page.keyboard.press('Escape');
    // What the other file imports is checked against what is written here.
    await write(page, 'lib/words.ts', 'export const other = 1;');
    await expect(wrong).toHaveCount(0);
    await page.getByRole('button', { name: 'index.ts', exact: true }).click();
    await expect(code(page).locator('.cm-lintRange-error')).toHaveText(['words']);
    await write(
      page,
      'index.ts',
      "import { z } from 'npm:zod';\nimport { words } from './lib/words.ts';\nDeno.serve(() => new Response(z.parse(words)));",
    );
    await expect(code(page).locator('.cm-lintRange-error')).toHaveText(['words']);
    const files = page.getByLabel('Files to upload');
    const fileOf = (name: string, text: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    await files.setInputFiles([fileOf('large.bin', 'x'.repeat(20_000_001))]);
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was added' })).toContainText('20 MB');
    await files.setInputFiles([
      fileOf('index.ts', "import './lib/words.ts';\nDeno.serve(() => new Response('uploaded'));"),
    ]);
    await page
      .getByRole('dialog', { name: 'Replace index.ts?' })
      .getByRole('button', { name: 'Replace file' })
      .click();
    await expect(code(page)).toContainText("'uploaded'");
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['export const dropped = 1;'], 'dropped.ts'));
      for (const type of ['dragenter', 'drop'])
        document.querySelector('.cm-content').dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await expect(code(page, 'dropped.ts')).toContainText('export const dropped = 1;');
    expect(await accessibilityFaults(page)).toEqual([]);
    await tab(page, 'Overview');
    await page.reload();
    await page.getByRole('tab', { name: 'Code', exact: true }).click();
    await expect(code(page)).toContainText('asked for words');
  });

  await test.step('a mistake is shown at its line, and what was deployed goes on', async () => {
    await tab(page, 'Code');
    await page.getByRole('button', { name: 'lib/words.ts', exact: true }).click();
    await write(page, 'lib/words.ts', "const a = 1;\nexport const words = = 'two';");
    await page.getByRole('button', { name: 'index.ts', exact: true }).click();
    await page.getByRole('button', { name: 'Deploy changes' }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'Failed to deploy function: ' });
    await expect(problem).toBeVisible();
    await expect(code(page, 'lib/words.ts').locator('[aria-invalid="true"]')).toHaveText(/= = 'two'/);
    await page.getByRole('button', { name: 'index.ts', exact: true }).click();
    await problem.getByRole('button', { name: 'Go to lib/words.ts, line 2' }).click();
    await expect(code(page, 'lib/words.ts')).toBeFocused();
    expect(await answer()).toBe('the first');
    await tab(page, 'Overview');
    await tab(page, 'Code');
    await expect(code(page, 'lib/words.ts')).toContainText("= = 'two'");
    await write(page, 'lib/words.ts', "export const words = 'the second';");
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('This is version 2, which is deployed.')).toBeVisible();
    await expect.poll(answer).toBe('the second');
  });

  await test.step('a test request shows what came back', async () => {
    await tab(page, 'Test');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Status 200')).toBeVisible();
    await expect(page.getByRole('region', { name: 'body of the answer' })).toContainText('the second');
    // What it wrote meanwhile is beside the answer.
    const log = page.getByRole('list', { name: 'Log of the call' });
    await expect(log.getByRole('button', { name: /asked for words/ })).toBeVisible({ timeout: 10_000 });
    await page.getByLabel('Call as').selectOption('user');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Choose a user.')).toBeVisible();
    await page.getByRole('combobox', { name: 'User', exact: true }).fill('ada');
    await page.getByRole('option', { name: 'ada@example.com' }).click();
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Status 200')).toBeVisible();
    await page.getByLabel('Call as').selectOption('none');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Status 401')).toBeVisible();
    await page.getByLabel('Path and query').fill('/../../../rest/v1/');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('It must stay below the address of the function.')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  await test.step('the log says what it wrote', async () => {
    await tab(page, 'Logs');
    await page.getByLabel('Level', { exact: true }).selectOption('warning');
    await page.getByRole('button', { name: 'Live' }).click();
    await page
      .getByRole('button', { name: /asked for words/ })
      .first()
      .click();
    await expect(page.getByText('Written by the function')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('nobody said this');
    await expect(page.getByText('No line matches')).toBeVisible();
    await page.getByRole('button', { name: 'Show all lines' }).click();
    await expect(page.getByRole('button', { name: /boot Listening/ }).first()).toBeVisible();
  });

  await test.step('its calls are drawn over time', async () => {
    await tab(page, 'Overview');
    await page.getByRole('combobox', { name: 'Time of the calls' }).selectOption('15min');
    await expect(page).toHaveURL(/calls=15min/);
    const charts = page.getByRole('figure');
    await expect(
      charts.filter({ hasText: 'Calls over time' }).locator('.recharts-bar-rectangle path').first(),
    ).toBeVisible();
    // All of them may have come within one minute, which is a dot and no line.
    await expect(
      charts.filter({ hasText: 'How long they took' }).locator('.recharts-dot').first(),
    ).toBeVisible();
    // While others come, those of before are dimmed.
    await expect(page.locator('[data-stale]')).toHaveCount(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  await test.step('a former version is deployed again', async () => {
    await tab(page, 'Versions');
    await page.getByRole('button', { name: 'Roll back to version 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await expect(page.getByText('Deployed version 1 again, as version 3')).toBeVisible();
    await expect.poll(answer).toBe('the first');
    await tab(page, 'Code');
    await expect(page.getByText('This is version 3, which is deployed.')).toBeVisible();
    await page.getByRole('button', { name: 'lib/words.ts', exact: true }).click();
    await expect(code(page, 'lib/words.ts')).toContainText("'the first'");
  });

  await test.step('a version that somebody else deploys is not overwritten unseen', async () => {
    await write(page, 'lib/words.ts', "export const words = 'mine';");
    const form = new FormData();
    form.append('file', new File(["Deno.serve(() => new Response('theirs'))"], 'index.ts'));
    form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts' }));
    const path = `/v1/projects/${ref}/functions/deploy?slug=tell-time`;
    expect((await api.send(path, { method: 'POST', body: form })).status).toBe(201);
    await tab(page, 'Overview');
    await page.getByRole('switch', { name: "Verify the caller's key or token" }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop verifying' }).click();
    await tab(page, 'Code');
    await expect(page.getByText('Version 4 was deployed meanwhile')).toBeVisible();
    await page.getByRole('button', { name: 'Discard mine and open it' }).click();
    await expect(code(page)).toContainText("'theirs'");
  });

  await test.step('it is renamed, found and deleted by its slug', async () => {
    await tab(page, 'Overview');
    await page.getByRole('textbox', { name: 'Name' }).fill('Tell the time');
    await saveAll(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Tell the time' })).toBeVisible();
    await page.goto(`/project/${ref}/functions`);
    await page.getByRole('searchbox', { name: 'Search functions' }).fill('TELL-');
    await expect(page.getByRole('row', { name: /Tell the time/ })).toContainText('Anybody');
    await page.getByRole('link', { name: 'Tell the time' }).click();
    await page.getByRole('button', { name: 'Delete function' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Tell the time?' });
    await dialog.getByRole('textbox').fill('tell-time');
    await dialog.getByRole('button', { name: 'Delete function' }).click();
    await expect(page.getByRole('heading', { name: 'No functions yet' })).toBeVisible();
    await expect.poll(answer).toContain('Requested function was not found');
  });
});

test('the editor knows the types of the packages that a function was deployed with', async ({
  page,
  api,
  project: { ref },
}) => {
  const form = new FormData();
  const deployed = "import { nanoid } from 'npm:nanoid@5';\nDeno.serve(() => new Response(nanoid()));";
  form.append('file', new File([deployed], 'index.ts'));
  form.append('file', new File(['{ "imports": { "ids": "npm:nanoid@5" } }'], 'deno.json'));
  form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts', import_map_path: 'deno.json' }));
  const path = `/v1/projects/${ref}/functions/deploy?slug=typed`;
  expect((await api.send(path, { method: 'POST', body: form })).status).toBe(201);
  await page.goto(`/project/${ref}/functions/typed/details?tab=code`);
  await expect(code(page)).toContainText('nanoid');
  for (const from of ['npm:nanoid@5', 'ids']) {
    await write(
      page,
      'index.ts',
      `import { customAlphabet, nanoid } from '${from}';\nexport const wrong: number = nanoid();\ncustomAlphabet('abc', 4).len`,
    );
    const faults = code(page).locator('.cm-lintRange-error');
    await expect(faults, from).toHaveText(['wrong', 'len']);
    await code(page).press('Control+Space');
    await expect(page.getByRole('option', { name: /^length/ }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await write(page, 'index.ts', `import { nanoid } from '${from}';\nexport const right: string = nanoid`);
    await expect(faults, from).toHaveText(['nanoid']);
    await code(page).press('Control+Space');
    await expect(page.locator('.cm-completionInfo')).toContainText('Generate secure URL-friendly unique ID');
    await page.keyboard.press('Escape');
  }
});

test('every template can be deployed as it is, and answers', async ({
  page,
  api,
  basalt,
  project: { ref },
}) => {
  const { url, anon } = await keysOf(api, basalt, ref);
  const expected: Record<string, { status: number; text: RegExp; path?: string }> = {
    'hello-world': { status: 200, text: /Hello, Ada/ },
    'read-as-caller': { status: 400, text: /nowhere/, path: '?table=nowhere' },
    cors: { status: 200, text: /"origin":"https:\/\/a\.example"/ },
    sql: { status: 200, text: /"size":"\d+/ },
    webhook: { status: 500, text: /Set the secret WEBHOOK_SECRET/ },
    stream: { status: 200, text: /data: \{"count":5\}/ },
    websocket: { status: 426, text: /Connect with a WebSocket/ },
  };
  await page.goto(`/project/${ref}/functions/new`);
  await expect(page.getByLabel('Template', { exact: true })).toBeVisible();
  const choices = await page.getByLabel('Template', { exact: true }).locator('option').all();
  const ids = await Promise.all(choices.map((choice) => choice.getAttribute('value')));
  expect(ids.toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const [id, { status, text, path = '' }] of Object.entries(expected))
    await test.step(id, async () => {
      await page.goto(`/project/${ref}/functions/new`);
      await page.getByLabel('Template', { exact: true }).selectOption(id);
      await page.getByRole('textbox', { name: 'Name' }).fill(`Try ${id}`);
      await page.getByRole('button', { name: 'Deploy function' }).click();
      await expect(page.getByRole('heading', { level: 1, name: `Try ${id}` })).toBeVisible({
        timeout: 60_000,
      });
      const call = async () => {
        const headers = { apikey: anon, origin: 'https://a.example' };
        const answer = await fetch(`${url}/functions/v1/try-${id}${path}`, {
          method: 'POST',
          headers,
          body: '{"name":"Ada"}',
        });
        return `${answer.status} ${await answer.text()}`;
      };
      await expect.poll(call).toMatch(new RegExp(`^${status} [^]*${text.source}`));
      expect((await api.request('DELETE', `/v1/projects/${ref}/functions/try-${id}`)).status).toBe(200);
    });
});

test('secrets are pasted, replaced and deleted, and never shown', async ({ page, api, project: { ref } }) => {
  await page.goto(`/project/${ref}/functions/secrets`);
  await page.getByRole('button', { name: 'Add the first secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add secrets' });
  const name = dialog.getByRole('textbox', { name: 'Name 1' });
  await name.focus();
  const text = '# of the shop\nexport MAIL_KEY="a secret value"\nnonsense\nSUPABASE_URL=x';
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);
  await expect(dialog.getByText('Line 3 of what you pasted could not be read')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save secrets' }).click();
  await expect(dialog.getByText('Names with SUPABASE_ are taken by the platform.')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Name 2' }).fill('SHOP_URL');
  await dialog.getByRole('button', { name: 'Save secrets' }).click();
  await expect(page.getByText('Saved 2 secrets')).toBeVisible();
  await expect(page.getByText('a secret value')).toHaveCount(0);
  const digests = async () => {
    const { body } = await api.request('GET', `/v1/projects/${ref}/secrets`);
    return Object.fromEntries(body.map((each: { name: string; value: string }) => [each.name, each.value]));
  };
  const before = await digests();
  expect(Object.keys(before)).toEqual(['MAIL_KEY', 'SHOP_URL']);
  const act = async (what: string) => {
    await page.getByRole('button', { name: 'Actions for MAIL_KEY' }).click();
    await page.getByRole('button', { name: what }).click();
  };
  await act('Replace…');
  await page.getByRole('textbox', { name: 'New value of MAIL_KEY' }).fill('another');
  await page.getByRole('button', { name: 'Replace secret' }).click();
  await expect(page.getByText('Saved the secret MAIL_KEY')).toBeVisible();
  const after = await digests();
  expect([after.MAIL_KEY === before.MAIL_KEY, after.SHOP_URL === before.SHOP_URL]).toEqual([false, true]);
  await act('Delete…');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete secret' }).click();
  await expect(page.getByText('Deleted the secret MAIL_KEY')).toBeVisible();
  expect(Object.keys(await digests())).toEqual(['SHOP_URL']);
});

test('whoever may only read sees functions and their code, and changes nothing', async ({
  browser,
  api,
  basalt,
  project: { ref },
}) => {
  const form = new FormData();
  form.append('file', new File(["Deno.serve(() => new Response('read me'))"], 'index.ts'));
  form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts' }));
  await api.send(`/v1/projects/${ref}/functions/deploy?slug=shown`, { method: 'POST', body: form });
  const page = await openAs(browser, basalt, await addColleague(basalt, 'Read-only'));
  await page.goto(`/project/${ref}/functions`);
  await expect(page.getByRole('link', { name: 'shown' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New function' })).toHaveCount(0);
  await page.getByRole('link', { name: 'shown' }).click();
  await expect(page.getByText(`/functions/v1/shown`).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete function' })).toHaveCount(0);
  await tab(page, 'Code');
  await expect(code(page)).toContainText('read me');
  await expect(page.getByRole('button', { name: 'Deploy changes' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add file' })).toHaveCount(0);
  await tab(page, 'Test');
  await expect(page.getByText('You cannot send test requests')).toBeVisible();
  await tab(page, 'Versions');
  await expect(page.getByRole('row', { name: /Deployed/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Roll back/ })).toHaveCount(0);
  await page.goto(`/project/${ref}/functions/secrets`);
  await expect(page.getByText('You cannot see the secrets of this project')).toBeVisible();
  await page.goto(`/project/${ref}/functions/new`);
  await expect(page.getByText('You cannot change the functions of this project')).toBeVisible();
  const test = `/platform/projects/${ref}/functions/shown/test`;
  const data = { method: 'GET', path: '', headers: [], body: null, role: 'none' };
  expect((await page.request.post(test, { data, headers: { origin: basalt.origin } })).status()).toBe(403);
  await page.context().close();
});
