import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { ApiClient, type CreatedProject } from './api-client.ts';
import { OWNER } from './owner.ts';
import { type Basalt, disposeBasalt, startBasalt } from './start-basalt.ts';

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
  project: [
    async ({ api }, use) => use(await api.createProject('Quarry')),
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ basalt }, use) => use(basalt.origin),
  page: async ({ page, basalt }, use) => {
    await signIn(page.request, basalt);
    await use(page);
  },
  strangerPage: async ({ browser, basalt }, use) => {
    const context = await browser.newContext({ baseURL: basalt.origin });
    await use(await context.newPage());
    await context.close();
  },
});

/** Gives a browser the owner's session without showing it the form. */
async function signIn(request: APIRequestContext, { origin }: Pick<Basalt, 'origin'>): Promise<void> {
  const { email, password } = OWNER;
  const answer = await request.post(`${origin}/platform/sign-in`, { data: { email, password } });
  expect(answer.status()).toBe(200);
}

export { expect };
