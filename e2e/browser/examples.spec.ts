import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { ApiClient } from '../basalt/api-client.ts';
import { findFreePorts } from '../basalt/free-ports.ts';
import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { clientOf, keysOf, setAuth } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

const EXAMPLES = path.join(import.meta.dirname, '../../examples');

/** Starts an example as its README says, in its folder. */
function startExample(name: string, environment: Record<string, string>, ...args: string[]): ChildProcess {
  return spawn('npm', ['start', '--silent', '--', ...args], {
    cwd: path.join(EXAMPLES, name),
    env: { ...process.env, ...environment },
    // With what npm starts, so that all of it ends.
    detached: true,
    stdio: 'ignore',
  });
}

async function stop({ pid, exitCode }: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGTERM');
  await ended;
}

/** A project with the migration of an example, whose types in the example are the ones that the project gives. */
async function projectOf(api: ApiClient, name: string, migration: string): Promise<string> {
  const { ref } = await api.createProject(name);
  await api.rows(ref, await readFile(path.join(EXAMPLES, name, 'migrations', migration), 'utf8'));
  await setAuth(api, ref, { mailer_autoconfirm: true });
  const { body } = await api.request('GET', `/v1/projects/${ref}/types/typescript`);
  expect(await readFile(path.join(EXAMPLES, name, 'src/database.generated.ts'), 'utf8')).toBe(body.types);
  return ref;
}

async function makeAccount(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(origin);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('a long password');
  await page.getByRole('button', { name: 'Make an account' }).click();
  await expect(page.getByRole('heading', { name: 'Your team' })).toBeVisible();
}

test('two people share the team to-do, and nobody else sees it', async ({ api, basalt, browser }) => {
  test.setTimeout(90_000);
  const ref = await projectOf(api, 'team-to-do', '0001_team_to_do.sql');
  const keys = await keysOf(api, basalt, ref);
  const { platform: port } = await findFreePorts();
  const origin = `http://127.0.0.1:${port}`;
  const example = startExample(
    'team-to-do',
    { VITE_SUPABASE_URL: keys.url, VITE_SUPABASE_PUBLISHABLE_KEY: keys.publishable },
    ...['--host', '127.0.0.1', '--port', String(port), '--strictPort'],
  );
  const ended = once(example, 'exit');
  try {
    await expect
      .poll(
        () =>
          fetch(origin).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 30_000 },
      )
      .toBe(200);
    const [ada, grace] = await Promise.all([1, 2].map(async () => (await browser.newContext()).newPage()));
    if (ada === undefined || grace === undefined) throw new Error('no pages');
    await makeAccount(ada, origin, 'ada@example.com');
    await ada.getByLabel('Name of a new team').fill('Quarry');
    await ada.getByRole('button', { name: 'Create' }).click();
    await expect(ada.getByText('Nothing is to be done.')).toBeVisible();
    const code = (await ada.locator('code').textContent()) ?? '';

    await makeAccount(grace, origin, 'grace@example.com');
    const join = async (text: string) => {
      await grace.getByLabel('Code of a team that is there').fill(text);
      await grace.getByRole('button', { name: 'Join' }).click();
    };
    await join('not a code');
    await expect(grace.getByRole('alert')).toHaveText('No team has this code.');
    await join(code);
    await expect(grace.getByRole('heading', { name: 'Quarry' })).toBeVisible();

    // What one does, the other sees.
    await ada.getByLabel('What is to be done?').fill('Count the stones');
    await ada.getByRole('button', { name: 'Add' }).click();
    const box = (page: Page) => page.getByRole('checkbox', { name: 'Count the stones' });
    await expect(box(grace)).not.toBeChecked();
    await box(grace).check();
    await expect(box(ada)).toBeChecked();
    await ada.getByLabel('Attach a file to Count the stones').setInputFiles({
      name: 'stones.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('seven'),
    });
    const file = grace.getByRole('button', { name: 'stones.txt' });
    await expect(file).toBeVisible();
    const opened = grace.context().waitForEvent('page');
    await file.click();
    await expect((await opened).locator('body')).toHaveText('seven');
    await ada.setViewportSize({ width: 360, height: 740 });
    expect(await beyondTheEdge(ada)).toEqual([]);
    expect(await accessibilityFaults(ada)).toEqual([]);

    // Others with the same key see nothing of it, and cannot let themselves in.
    const stranger = clientOf(keys.url, keys.publishable);
    const { data } = await stranger.auth.signUp({ email: 'eve@example.com', password: 'a long password' });
    for (const table of ['teams', 'members', 'to_dos'])
      expect(await stranger.from(table).select()).toMatchObject({ error: null, data: [] });
    const [team] = await api.rows(ref, 'select id from public.teams');
    const row = { team_id: team?.id, user_id: data.user?.id };
    expect((await stranger.from('members').insert(row)).error?.code).toBe('42501');
    expect((await stranger.storage.from('to-do-files').list(String(team?.id))).data).toEqual([]);

    await grace.getByRole('button', { name: 'Delete Count the stones' }).click();
    await expect(box(ada)).toHaveCount(0);
    await grace.getByRole('button', { name: 'Sign out' }).click();
    await expect(grace.getByRole('heading', { name: 'Team to-do' })).toBeVisible();
    await Promise.all([ada, grace].map((page) => page.context().close()));
  } finally {
    await stop(example, ended);
  }
});

test('the short links of a server lead on, and belong to those who made them', async ({ api, basalt }) => {
  const ref = await projectOf(api, 'short-links', '0001_short_links.sql');
  const keys = await keysOf(api, basalt, ref);
  const { platform: port } = await findFreePorts();
  const origin = `http://127.0.0.1:${port}`;
  const example = startExample('short-links', {
    SUPABASE_URL: keys.url,
    SUPABASE_SECRET_KEY: keys.secret,
    PORT: String(port),
  });
  const ended = once(example, 'exit');
  try {
    const status = (address: string, init: RequestInit = {}) =>
      fetch(`${origin}${address}`, { redirect: 'manual', ...init }).then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(() => status('/links')).toBe(401);
    const person = clientOf(keys.url, keys.publishable);
    const { data } = await person.auth.signUp({ email: 'ada@example.com', password: 'a long password' });
    const headers = { authorization: `Bearer ${data.session?.access_token}` };
    const make = (body: unknown) => status('/links', { method: 'POST', headers, body: JSON.stringify(body) });
    expect(await make({ slug: 'stones', target: 'https://example.com/stones' })).toBe(201);
    expect(await make({ slug: 'stones', target: 'https://example.com/others' })).toBe(409);
    expect(await make({ slug: 'No spaces', target: 'https://example.com' })).toBe(400);
    expect(await make({ slug: 'script', target: 'javascript:alert(1)' })).toBe(400);
    expect(await make('nothing')).toBe(400);
    expect(await status('/gone')).toBe(404);
    const visits = await Promise.all(
      [1, 2, 3].map(() =>
        fetch(`${origin}/stones`, { redirect: 'manual' }).then(({ headers: all }) => all.get('location')),
      ),
    );
    expect(visits).toEqual(Array(3).fill('https://example.com/stones'));
    expect(await (await fetch(`${origin}/links`, { headers })).json()).toEqual([
      { slug: 'stones', target: 'https://example.com/stones', visits: 3 },
    ]);
    // The table is the server's alone.
    expect((await person.from('short_links').select()).data).toEqual([]);
    expect((await person.rpc('visit_short_link', { wanted: 'stones' })).error).not.toBeNull();
  } finally {
    await stop(example, ended);
  }
});
