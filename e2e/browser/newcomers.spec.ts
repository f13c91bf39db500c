import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stepsOf, writeFiles } from '../basalt/guide-steps.ts';
import { runBash } from '../basalt/run-snippet.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

// The first minutes of two people. Their times are printed and not judged: people read, machines do not.

const NODE_MODULES = path.join(import.meta.dirname, '../../node_modules');

test('who knows such products finds tables, SQL, keys, users and logs in two clicks from home', async ({
  page,
  project: { ref },
}) => {
  const menu = page.getByRole('navigation', { name: 'Project' });
  for (const [wanted, clicks, title] of [
    ['table', ['Table editor'], 'Table editor'],
    ['SQL', ['SQL editor'], 'SQL Editor'],
    ['users', ['Authentication'], 'Users'],
    ['logs', ['Logs'], 'API requests'],
    ['keys', ['Settings', 'API keys'], 'API settings'],
  ] as const)
    await test.step(wanted, async () => {
      await page.goto(`/project/${ref}`);
      await expect(menu.getByRole('link', { name: 'Home' })).toBeVisible();
      const began = Date.now();
      for (const name of clicks)
        await menu
          .or(page.getByRole('navigation', { name: 'Settings' }))
          .getByRole('link', { name, exact: true })
          .click();
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeAttached();
      console.log(`  ${wanted}: ${clicks.length} clicks, ${Date.now() - began} ms`);
    });
});

test('who knows none is led from an empty project to a row that their own client reads', async ({
  page,
  api,
}) => {
  const { ref } = await api.createProject('First minutes');
  const folder = await mkdtemp(path.join(tmpdir(), 'b-newcomer-'));
  // What the guide’s first command does, of packages that are here.
  await symlink(NODE_MODULES, path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const dialog = page.getByRole('dialog', { name: 'Connect' });
  const began = Date.now();

  await page.goto(`/project/${ref}`);
  const steps = page.getByRole('list', { name: 'First steps' });
  await steps.getByRole('link', { name: 'Connect' }).click();
  await dialog.getByRole('navigation').getByRole('button', { name: 'Node.js', exact: true }).click();
  await expect(dialog.getByRole('region', { name: 'index.js', exact: true })).toBeVisible();
  const guide = await stepsOf(dialog);
  await writeFiles(folder, guide);
  await dialog.getByRole('button', { name: 'Open in the SQL editor' }).click();
  const editor = new SqlEditor(page);
  await expect(editor.text).toContainText('create table public.notes');
  await editor.runButton.click();
  await editor.agree();
  await expect(editor.results).toContainText(/success/i);
  const { body } = await runBash(guide.Run ?? '', folder, {
    PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
  });
  expect(String(body)).toContain('It has six sides');
  console.log(`  an empty project to a first row in one's own client: ${Date.now() - began} ms`);

  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First minutes' })).toBeVisible();
  await rm(folder, { recursive: true, force: true });
});
