import type { Locator, Page } from '@playwright/test';
import type { ApiClient, CreatedProject } from '../basalt/api-client.ts';
import { chromiumArguments } from '../basalt/in-memory.ts';
import { untilQuiet } from '../basalt/page-checks.ts';
import { reportCard } from '../basalt/report-card.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

// What pages look like, compared with pictures of them that are kept in `e2e/looks`. decisions/0074 says how they are renewed.

test.describe.configure({ mode: 'parallel' });
test.setTimeout(180_000);
test.use({
  // Letters are drawn the same whatever the machine's settings for fonts are.
  launchOptions: {
    ...(process.env.BASALT_TEST_CHROMIUM ? { executablePath: process.env.BASALT_TEST_CHROMIUM } : {}),
    args: [...chromiumArguments(), '--font-render-hinting=none'],
  },
});
test.skip(process.platform !== 'linux', 'Other systems draw letters in another way.');

/** Of the browser that drew the pictures. Another one may draw edges of letters differently, and is allowed more. */
const DRAWN_BY = '156';
const MORE = 0.02;
const LESS = 0.002;
const SIZE = { width: 1280, height: 640 };
const THEMES = ['light', 'dark'] as const;

const soft = expect.configure({ soft: true });

interface State {
  name: string;
  /** Of the project, unless it begins with `//`. */
  path: string;
  heading: string;
  /** What is done on the page before it is looked at. */
  act?: (page: Page) => Promise<unknown>;
  /** What is looked at; the page without its menu, unless said otherwise. */
  part?: (page: Page) => Locator;
}

const dialog = (page: Page) => page.getByRole('dialog').last();

/** Some of each kind of page and part. Nothing of what the clock or chance decides is seen: `looks.css` hides it. */
const STATES: State[] = [
  { name: 'home', path: '', heading: 'Quarry' },
  { name: 'sql-empty', path: '/sql/new', heading: 'SQL Editor' },
  {
    name: 'sql-rows',
    path: '/sql/new',
    heading: 'SQL Editor',
    act: (page) => new SqlEditor(page).run("select 1 as id, 'granite' as name, true as is_hard"),
  },
  {
    name: 'sql-error',
    path: '/sql/new',
    heading: 'SQL Editor',
    act: (page) => new SqlEditor(page).run('select * from nothing_here'),
  },
  {
    name: 'sql-templates',
    path: '/sql/new',
    heading: 'SQL Editor',
    act: (page) => new SqlEditor(page).tool('Templates'),
    part: dialog,
  },
  {
    name: 'sql-history',
    path: '/sql/new',
    heading: 'SQL Editor',
    act: (page) => new SqlEditor(page).tool('History'),
    part: dialog,
  },
  { name: 'tables-none-open', path: '/editor', heading: 'Table editor' },
  { name: 'table-new', path: '/database/tables/new', heading: 'New table' },
  { name: 'tables', path: '/database/tables', heading: 'Tables' },
  { name: 'functions-of-database', path: '/database/functions', heading: 'Functions' },
  { name: 'triggers', path: '/database/triggers', heading: 'Triggers' },
  { name: 'types', path: '/database/types', heading: 'Types' },
  { name: 'indexes', path: '/database/indexes', heading: 'Indexes' },
  { name: 'policies', path: '/database/policies', heading: 'Policies' },
  { name: 'roles', path: '/database/roles', heading: 'Roles' },
  { name: 'publications', path: '/database/publications', heading: 'Publications' },
  { name: 'migrations', path: '/database/migrations', heading: 'Migrations' },
  { name: 'buckets', path: '/storage/buckets', heading: 'Buckets' },
  { name: 'bucket', path: '/storage/buckets/stones', heading: 'stones' },
  { name: 'storage-policies', path: '/storage/policies', heading: 'Storage policies' },
  { name: 'edge-functions', path: '/functions', heading: 'Edge functions' },
  { name: 'function-new', path: '/functions/new', heading: 'New function' },
  { name: 'secrets', path: '/functions/secrets', heading: 'Secrets' },
  { name: 'realtime-inspector', path: '/realtime/inspector', heading: 'Realtime inspector' },
  { name: 'realtime-settings', path: '/realtime/settings', heading: 'Realtime settings' },
  { name: 'reports', path: '/reports', heading: 'Reports' },
  { name: 'report', path: '/reports/$report', heading: 'Stones' },
  { name: 'api-tables', path: '/api/tables', heading: 'API access' },
  { name: 'settings-database', path: '/settings/database', heading: 'Database' },
  { name: 'users', path: '/auth/users', heading: 'Users' },
  { name: 'auth-settings', path: '/auth/settings', heading: 'Authentication settings' },
  { name: 'mail-templates', path: '/auth/templates', heading: 'Mail templates' },
  { name: 'branches', path: '/branches', heading: 'Branches' },
  { name: 'alerts', path: '/alerts', heading: 'Alerts' },
  { name: 'scheduled-jobs', path: '/database/jobs', heading: 'Scheduled jobs' },
  { name: 'vault', path: '/settings/vault', heading: 'Vault' },
  { name: 'logs-none', path: '/logs/edge-functions-logs', heading: 'Edge function logs' },
  { name: 'team', path: '//org/$slug/team', heading: 'Team' },
  { name: 'organization', path: '//org/$slug/general', heading: 'Organization settings' },
  { name: 'page-not-found', path: '/nowhere', heading: 'Page not found' },
  {
    name: 'connect',
    path: '?showConnect=true',
    heading: 'Quarry',
    part: dialog,
  },
];

let addresses: Record<string, string>;

test.beforeAll(async ({ api, project }) => {
  addresses = await furnish(api, project);
});

/** A table, a bucket, users and a report: the same for each worker. */
async function furnish(api: ApiClient, { ref }: CreatedProject): Promise<Record<string, string>> {
  await api.rows(ref, 'create table if not exists public.stones (id int primary key, name text)');
  const buckets = `/platform/storage/${ref}/buckets`;
  const { body: there } = await api.request('GET', buckets);
  if (!there.some(({ id }: { id: string }) => id === 'stones')) {
    expect((await api.request('POST', buckets, { id: 'stones' })).status).toBe(201);
    // Nothing is asked of the project's own API: home would tell of it.
    for (const name of ['ada', 'grace'])
      await api.request('POST', `/platform/auth/${ref}/users`, {
        email: `${name}@example.com`,
        password: 'granite in the morning',
      });
  }
  const source = { kind: 'sql', sql: 'select 1 as one' };
  const card = reportCard('One', source, { width: 2, height: 2 });
  const { body } = await api.request('POST', `/platform/projects/${ref}/content`, {
    type: 'report',
    name: 'Stones',
    content: { schema_version: '1', cards: [card], days: 7 },
  });
  return { ref, slug: await api.organization(), report: body.id };
}

for (const part of [0, 1, 2, 3])
  test(`pages look as they did, part ${part + 1}`, async ({ page, browser }) => {
    const maxDiffPixelRatio = browser.version().startsWith(`${DRAWN_BY}.`) ? LESS : MORE;
    await page.setViewportSize(SIZE);
    for (const state of STATES.filter((_, at) => at % 4 === part))
      await test.step(state.name, async () => {
        await open(page, state);
        for (const colorScheme of THEMES) {
          await page.emulateMedia({ colorScheme });
          const seen = state.part?.(page) ?? page.locator('#main');
          await soft(seen).toHaveScreenshot(`${state.name}-${colorScheme}.png`, { maxDiffPixelRatio });
        }
        await page.emulateMedia({ colorScheme: 'light' });
      });
  });

async function open(page: Page, { path, heading, act }: State): Promise<void> {
  const address = path.startsWith('//') ? path.slice(1) : `/project/$ref${path}`;
  await untilQuiet(page, 300, async () => {
    await page.goto(address.replace(/\$(\w+)/g, (_, name) => addresses[name] ?? ''));
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeAttached();
  });
  if (act !== undefined) await untilQuiet(page, 300, () => act(page));
}
