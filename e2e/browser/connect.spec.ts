import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { addColleague, openAs } from '../basalt/add-colleague.ts';
import { COMMAND_LINE } from '../basalt/command-line.ts';
import { stepsOf, writeFiles } from '../basalt/guide-steps.ts';
import { DATABASE_PASSWORD, OWNER } from '../basalt/owner.ts';
import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { keysOf } from '../basalt/project-api.ts';
import { psql } from '../basalt/psql.ts';
import { runBash } from '../basalt/run-snippet.ts';
import { expect, test } from '../basalt/test.ts';

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

const PLACEHOLDER = '[YOUR-PASSWORD]';
const NODE_MODULES = path.join(import.meta.dirname, '../../node_modules');

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Connect' });
const searchOf = (page: Page): string => new URL(page.url()).search;

test('the Connect dialog opens from anywhere, and what it shows connects', async ({
  page,
  api,
  basalt,
  browser,
}) => {
  test.setTimeout(120_000);
  const { ref } = await api.createProject("It's “reached”");
  const { publishable } = await keysOf(api, basalt, ref);
  const folder = await mkdtemp(path.join(tmpdir(), 'b-connect-'));
  await symlink(NODE_MODULES, path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const dialog = dialogOf(page);
  const tab = (name: string) => dialog.getByRole('tab', { name });
  const choice = (name: string) => dialog.getByRole('navigation').getByRole('button', { name, exact: true });
  const code = (label: string) => dialog.getByRole('region', { name: label, exact: true });
  const run = async (commands = '') =>
    String(
      (
        await runBash(commands, folder, {
          PATH: [path.dirname(process.execPath), path.dirname(COMMAND_LINE ?? ''), process.env.PATH].join(
            ':',
          ),
          SUPABASE_NO_KEYRING: '1',
          SUPABASE_TELEMETRY_DISABLED: '1',
          SUPABASE_NO_UPDATE_NOTIFIER: '1',
          // In a terminal it would ask.
          SUPABASE_YES: '1',
        })
      ).body,
    );

  // By its address, from the top bar, the command menu and the project's home.
  await page.goto(`/project/${ref}/logs?showConnect=true`);
  await expect(tab('Connection string')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(searchOf(page)).toBe('');
  const opener = page.getByRole('link', { name: 'Connect' });
  await opener.click();
  await expect(dialog).toBeVisible();
  expect(searchOf(page)).toBe('?showConnect=true');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('connect');
  await expect(page.getByRole('option', { name: 'Connect', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(tab('Connection string')).toBeFocused();

  // The address connects once the password is in it, by hand or by a click.
  const uri = code('Connection URI');
  await expect(uri).toContainText(`postgresql://postgres:${PLACEHOLDER}@`);
  await dialog.getByRole('button', { name: 'Copy Connection URI' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(await psql(copied.replace(PLACEHOLDER, encodeURIComponent(DATABASE_PASSWORD)), 'select 1')).toBe(
    '1',
  );
  await dialog.getByRole('button', { name: 'Reveal password' }).click();
  await expect(uri).not.toContainText(PLACEHOLDER);
  const shown = await uri.textContent();
  expect(await psql(shown ?? '', 'select current_user')).toBe('postgres');
  const through = dialog.getByRole('combobox', { name: 'Through' });
  await through.selectOption('Transaction pooler');
  await expect(uri).toContainText(`postgresql://postgres.${ref}:`);
  expect(await psql((await uri.textContent()) ?? '', 'select current_user')).toBe('postgres');
  await through.selectOption('Direct connection');
  await expect(uri).toHaveText(shown ?? '');
  await choice('.env').click();
  expect(searchOf(page)).toBe('?showConnect=true&connectTab=database&connectWith=env');
  await writeFiles(folder, await stepsOf(dialog));
  expect(await run('set -a && . ./.env && set +a && echo "$DATABASE_URL"')).toBe(shown);
  await choice('JDBC').click();
  await expect(code('JDBC URL')).toContainText('jdbc:postgresql://');
  await choice('psql').click();
  await expect(code('psql command')).toContainText('psql -h ');
  await expect(dialog.getByRole('button', { name: 'Hide password' })).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);

  // Applications and libraries read the table that the guide makes.
  await tab('App frameworks').click();
  await choice('Node.js').click();
  const app = await stepsOf(dialog);
  expect(app['.env']).toContain(publishable);
  await api.rows(ref, app['A table to read'] ?? '');
  await writeFiles(folder, app);
  expect(await run(app.Run)).toContain('It has six sides');
  await choice('React (Vite)').click();
  await expect(code('src/client.ts')).toContainText(`storageKey: 'sb-${ref}-auth-token'`);
  await tab('ORMs').click();
  await choice('Kysely').click();
  const library = await stepsOf(dialog);
  await writeFiles(folder, library);
  expect(await run(library.Run)).toContain('It has six sides');
  await tab('Command line').click();
  await expect(choice('Types')).toHaveAttribute('aria-current', 'page');
  const types = await stepsOf(dialog);
  // Its steps name no database.
  await choice('Linked project').click();
  await expect(code('Link')).toContainText(`supabase link --project-ref ${ref}`);
  await expect(through).toHaveCount(0);
  await choice('Migrations').click();
  const migrations = await stepsOf(dialog);
  await choice('MCP').click();
  const mcp = await stepsOf(dialog);
  const token = (mcp['Access token'] ?? '').replace('sbp_…', OWNER.accessToken);
  const offered = `${token}\n${mcp['What it offers']} | grep -o '"execute_sql"'`;
  expect(await run(offered)).toContain('execute_sql');
  const { mcpServers } = JSON.parse(mcp['.mcp.json'] ?? '');
  expect(mcp['What it offers']).toContain(mcpServers[ref].url);
  await choice('Migrations').click();
  if (COMMAND_LINE !== null) {
    const typed = Object.values(types).join('\n').replace('sbp_…', OWNER.accessToken);
    await run(typed);
    expect(await readFile(path.join(folder, 'database.types.ts'), 'utf8')).toContain('notes: {');
    await run(Object.values(migrations).join('\n'));
    expect(await api.rows(ref, 'select count(*)::int as stones from public.stones')).toEqual([{ stones: 0 }]);
  }
  await rm(folder, { recursive: true, force: true });

  // The last choice comes back; a link wins over it. The table of a guide opens in the SQL editor.
  await page.goto(`/project/${ref}?showConnect=true`);
  await expect(choice('Migrations')).toHaveAttribute('aria-current', 'page');
  await page.goto(`/project/${ref}?showConnect=true&connectTab=frameworks&connectWith=vue`);
  await expect(code('src/App.vue')).toBeVisible();
  await dialog.getByRole('button', { name: 'Open in the SQL editor' }).click();
  await expect(page).toHaveURL(/\/sql\//);
  await expect(page.getByRole('textbox', { name: 'SQL', exact: true })).toContainText(
    'create table public.notes',
  );

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/project/${ref}`);
  await page.getByRole('link', { name: 'More forms' }).click();
  await dialog.getByRole('combobox', { name: 'Form' }).selectOption('Go (pgx)');
  await expect(code('main.go')).toBeAttached();
  expect(await beyondTheEdge(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);

  // Who may not read the password or keys is told so, and gets placeholders.
  const reader = await openAs(browser, basalt, await addColleague(basalt, 'Read-only'));
  const theirs = dialogOf(reader);
  await reader.goto(`/project/${ref}?showConnect=true&connectTab=database&connectWith=uri`);
  await expect(theirs.getByText('You need additional permissions to read the password.')).toBeVisible();
  await expect(theirs.getByText(PLACEHOLDER)).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Reveal password' })).toHaveCount(0);
  await theirs.getByRole('tab', { name: 'App frameworks' }).click();
  await expect(theirs.getByText('You need additional permissions to view API keys.')).toBeVisible();
  await expect(theirs.getByRole('region', { name: '.env.local' })).toContainText('YOUR_PUBLISHABLE_KEY');
  await reader.context().close();

  expect((await api.request('POST', `/v1/projects/${ref}/pause`)).status).toBeLessThan(300);
  await api.waitForStatus(ref, 'INACTIVE');
  await page.goto(`/project/${ref}?showConnect=true&connectTab=database&connectWith=uri`);
  await expect(dialog.getByText('Connections are refused until the project is restored.')).toBeVisible();
  await expect(uri).toBeVisible();
});
