import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { ApiClient, type CreatedProject } from './api-client.ts';
import { OWNER } from './owner.ts';
import { type Basalt, disposeBasalt, startBasalt } from './start-basalt.ts';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

interface TestFixtures {
  /** A page of the owner, signed in. */
  page: Page;
  /** A page of somebody who is not signed in. */
  strangerPage: Page;
}

interface WorkerFixtures {
  /** The server of this worker. */
  basalt: Basalt;
  /** The owner's access token in use. */
  api: ApiClient;
  /** The owner's session in browsers, begun once. */
  cookies: Cookies;
  /** A project that tests may fill but must neither stop nor delete. */
  project: CreatedProject;
}

/** Tests against a real server: one per worker, one project that is shared. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  basalt: [
    async ({ browserName: _ }, use) => {
      const basalt = await startBasalt();
      await use(basalt);
      await disposeBasalt(basalt);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  api: [async ({ basalt }, use) => use(new ApiClient(basalt.origin, OWNER.accessToken)), { scope: 'worker' }],
  cookies: [
    async ({ basalt, playwright }, use) => {
      const request = await playwright.request.newContext();
      const { email, password } = OWNER;
      const answer = await request.post(`${basalt.origin}/platform/sign-in`, { data: { email, password } });
      expect(answer.status()).toBe(200);
      const { cookies } = await request.storageState();
      await request.dispose();
      await use(cookies);
    },
    { scope: 'worker' },
  ],
  project: [
    async ({ api }, use) => use(await api.createProject('Quarry')),
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ basalt }, use) => use(basalt.origin),
  page: async ({ page, cookies }, use) => {
    await page.context().addCookies(cookies);
    await use(page);
    // Pages ask again by themselves: what is being answered by a test when it ends is nobody's any more. Some tests kill their page.
    await page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined);
  },
  strangerPage: async ({ browser, basalt }, use) => {
    const context = await browser.newContext({ baseURL: basalt.origin });
    await use(await context.newPage());
    await context.close();
  },
});

export { expect };
