import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ApiClient } from '../basalt/api-client.ts';
import { killProcesses, processesOfHome } from '../basalt/home-processes.ts';
import { OWNER } from '../basalt/owner.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import { type Basalt, disposeBasalt, startBasalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

const BEFORE = 'select 1 as before';
const DURING = ', 2 as while_it_was_dead';

/** SIGKILL to everything of a server, its databases too, as a power cut would end it. */
async function killServer(basalt: Basalt): Promise<void> {
  const ended = new Promise((done) => basalt.process.once('exit', done));
  // Again and again: one that is killed may have started another meanwhile, and databases are detached.
  await expect
    .poll(async () => {
      const alive = await processesOfHome(basalt.home);
      killProcesses(alive);
      return alive.length;
    })
    .toBe(0);
  await ended;
}

async function textOnServer(basalt: Basalt, ref: string, url: string): Promise<unknown> {
  const api = new ApiClient(basalt.origin, OWNER.accessToken);
  const id = new URL(url).pathname.split('/').at(-1);
  const { body } = await api.request('GET', `/platform/projects/${ref}/content/item/${id}`);
  return body?.content?.sql;
}

interface Scene {
  context: BrowserContext;
  /** Of what was typed. */
  page: Page;
  ref: string;
  /** Starts the server again, on the same data. */
  revive: () => Promise<Basalt>;
}

/** A server of its own that died while somebody typed. */
async function afterDeath(browser: Browser, look: (scene: Scene) => Promise<void>): Promise<void> {
  const first = await startBasalt();
  const context = await browser.newContext();
  let last = first;
  try {
    const typed = await typeUntilItDies(context, first);
    const revive = async () => {
      last = await startBasalt({ environment: first.environment });
      return last;
    };
    await look({ context, ...typed, revive });
  } finally {
    await context.close();
    // It may be making templates, which it would have to end first.
    await killServer(last);
    await disposeBasalt(last);
  }
}

/** A server that dies between two keys of somebody who types, in a snippet that was saved before. */
async function typeUntilItDies(
  context: BrowserContext,
  basalt: Basalt,
): Promise<Pick<Scene, 'page' | 'ref'>> {
  const { email, password } = OWNER;
  await context.request.post(`${basalt.origin}/platform/sign-in`, { data: { email, password } });
  const { ref } = await new ApiClient(basalt.origin, OWNER.accessToken).createProject('Mortal');
  const page = await context.newPage();
  await page.goto(`${basalt.origin}/project/${ref}/sql/new`);
  const { text } = new SqlEditor(page);
  await text.focus();
  await page.keyboard.type(BEFORE, { delay: 10 });
  await page.waitForURL(/\/sql\/[0-9a-f-]{36}/);
  await expect.poll(() => textOnServer(basalt, ref, page.url())).toBe(BEFORE);

  const typing = page.keyboard.type(DURING, { delay: 60 });
  await killServer(basalt);
  await typing;
  await expect(text).toHaveText(BEFORE + DURING);
  return { page, ref };
}

test.describe('the server is killed while somebody types', () => {
  test.setTimeout(120_000);

  test('the open page says so, keeps every key, and saves by itself once the server is back', async ({
    browser,
  }) => {
    await afterDeath(browser, async ({ page, ref, revive }) => {
      await expect(page.getByRole('status').filter({ hasText: 'Not saved' })).toBeVisible();
      const basalt = await revive();
      await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible({ timeout: 60_000 });
      expect(await textOnServer(basalt, ref, page.url())).toBe(BEFORE + DURING);
      await page.reload();
      await expect(new SqlEditor(page).text).toHaveText(BEFORE + DURING);
    });
  });

  test('a page that died too finds the text on return, to the last key, and saves it', async ({
    browser,
  }) => {
    await afterDeath(browser, async ({ context, page, ref, revive }) => {
      const url = page.url();
      const session = await context.newCDPSession(page);
      const isCrashed = page.waitForEvent('crash');
      session.send('Page.crash').catch(() => undefined);
      await isCrashed;

      const basalt = await revive();
      expect(await textOnServer(basalt, ref, url)).not.toBe(BEFORE + DURING);
      const again = await context.newPage();
      await again.goto(url);
      await expect(new SqlEditor(again).text).toHaveText(BEFORE + DURING);
      await expect.poll(() => textOnServer(basalt, ref, url)).toBe(BEFORE + DURING);
    });
  });
});
