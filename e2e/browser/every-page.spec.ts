import type { Page } from '@playwright/test';
import type { ApiClient, CreatedProject } from '../basalt/api-client.ts';
import {
  accessibilityFaults,
  beyondTheEdge,
  longMotions,
  movedParts,
  pagesInTurn,
  titlePlace,
  untilQuiet,
  watchMoves,
} from '../basalt/page-checks.ts';
import { reportCard } from '../basalt/report-card.ts';
import { expect, test } from '../basalt/test.ts';

test.describe.configure({ mode: 'parallel' });
test.setTimeout(process.env.PAGES_MATRIX === 'full' ? 900_000 : 180_000);

const soft = expect.configure({ soft: true });
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 360, height: 740 };
/** The headings of the pages that fill the room with their work: they are heard and not seen. */
const EDITOR = 'SQL Editor';
const TABLES = 'Table editor';
const GRAPHIQL = 'GraphiQL';
const BUCKET = 'stones';
const UNSEEN: readonly string[] = [EDITOR, TABLES, GRAPHIQL, BUCKET];

/** An address, and the heading by which one knows that it is the page that was meant. */
type Place = [path: string, heading: string];

const DATABASE: Place[] = [
  ['tables', 'Tables'],
  ['tables/new', 'New table'],
  ['functions', 'Functions'],
  ['triggers', 'Triggers'],
  ['types', 'Types'],
  ['indexes', 'Indexes'],
  ['policies', 'Policies'],
  ['extensions', 'Extensions'],
  ['roles', 'Roles'],
  ['publications', 'Publications'],
  ['migrations', 'Migrations'],
];

/** Every page of somebody who is signed in, each with something on it. */
let places: Place[];

test.beforeAll(async ({ api, project }) => {
  places = await furnish(api, project);
});

async function furnish(api: ApiClient, { ref, name }: CreatedProject): Promise<Place[]> {
  const slug = await api.organization();
  await api.rows(ref, 'create table if not exists public.stones (id int primary key, name text)');
  const [stones] = await api.rows(ref, "select 'public.stones'::regclass::oid::int as id");
  const make = async (path: string, body: unknown) => {
    const answer = await api.request('POST', path, body);
    expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
    return answer.body.id as string;
  };
  const email = `page-${Date.now()}@example.com`;
  const user = await make(`/platform/auth/${ref}/users`, { email, password: 'granite in the morning' });
  const content = `/platform/projects/${ref}/content`;
  const source = { kind: 'sql', sql: 'select 1 as one' };
  const card = reportCard('Stones', source, { width: 2, height: 2 });
  // The tests of a worker furnish the same project, one after another.
  const buckets = `/platform/storage/${ref}/buckets`;
  const { body: there } = await api.request('GET', buckets);
  if (!there.some(({ id }: { id: string }) => id === BUCKET)) await make(buckets, { id: BUCKET });
  const form = new FormData();
  form.append('file', new File(["Deno.serve(() => new Response('stones'))"], 'index.ts'));
  form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts' }));
  await api.send(`/v1/projects/${ref}/functions/deploy?slug=mason`, { method: 'POST', body: form });
  const report = await make(content, {
    type: 'report',
    name: 'A report',
    content: { schema_version: '1', cards: [card], days: 7 },
  });
  const snippet = await make(content, {
    type: 'sql',
    name: 'A snippet',
    content: { schema_version: '1', sql: 'select 1 as one' },
  });
  const ofProject: Place[] = [
    ['', name],
    ['/sql/new', EDITOR],
    [`/sql/${snippet}`, EDITOR],
    ['/editor', TABLES],
    [`/editor/${stones?.id}`, TABLES],
    [`/editor/${stones?.id}?view=definition`, TABLES],
    ['/reports', 'Reports'],
    [`/reports/${report}`, 'A report'],
    ['/reports/database', 'Database'],
    ['/query-performance', 'Query performance'],
    ['/api/tables', 'API access'],
    ['/api/graphiql', GRAPHIQL],
    ['/logs', 'API requests'],
    ['/logs/postgres-logs', 'Postgres logs'],
    ['/logs/pooler-logs', 'Pooler logs'],
    ['/logs/auth-logs', 'Auth logs'],
    ['/logs/storage-logs', 'Storage logs'],
    ['/logs/edge-functions-logs', 'Edge function logs'],
    ['/logs/realtime-logs', 'Realtime logs'],
    ['/logs/operations', 'Operations log'],
    ['/observability', 'Metrics'],
    ['/usage', 'Usage'],
    ['/alerts', 'Alerts'],
    ['/advisors/security', 'Security advisor'],
    ['/advisors/performance', 'Performance advisor'],
    ...DATABASE.map(([path, heading]): Place => [`/database/${path}`, heading]),
    ['/database/backups/scheduled', 'Backups'],
    ['/database/backups/pitr', 'Backups'],
    ['/branches', 'Branches'],
    ['/auth/users', 'Users'],
    [`/auth/users/${user}`, email],
    ['/auth/activity', 'Sign-in activity'],
    ['/auth/mailbox', 'Development mailbox'],
    ['/auth/settings', 'Authentication settings'],
    ['/auth/smtp', 'SMTP'],
    ['/auth/templates', 'Mail templates'],
    ['/auth/rate-limits', 'Rate limits'],
    ['/auth/hooks', 'Hooks'],
    ['/auth/custom-providers', 'Custom providers'],
    ['/auth/oauth-applications', 'OAuth applications'],
    ['/auth/sso', 'Single sign-on'],
    ['/auth/third-party', 'Third-party auth'],
    ['/storage/buckets', 'Buckets'],
    [`/storage/buckets/${BUCKET}`, BUCKET],
    ['/storage/policies', 'Storage policies'],
    ['/functions', 'Edge functions'],
    ['/functions/new', 'New function'],
    ['/functions/mason/details', 'mason'],
    ['/functions/mason/details?tab=code', 'mason'],
    ['/functions/secrets', 'Secrets'],
    ['/realtime/inspector', 'Realtime inspector'],
    ['/realtime/traffic', 'Realtime traffic'],
    ['/realtime/settings', 'Realtime settings'],
    ['/settings/general', 'General settings'],
    ['/settings/api', 'API settings'],
    ['/settings/database', 'Database'],
    ['/settings/infrastructure', 'Infrastructure'],
    ['/settings/compute-and-disk', 'Compute and disk'],
    ['/settings/addons', 'Add-ons'],
    ['/nowhere', 'Page not found'],
  ];
  return [
    ['/projects', 'Projects'],
    [`/new/${slug}`, 'New project'],
    [`/new/${slug}/attach`, 'Attach a database'],
    ['/account', 'Password and sessions'],
    ['/account/tokens', 'Access tokens'],
    [`/org/${slug}/general`, 'Organization settings'],
    [`/org/${slug}/team`, 'Team'],
    [`/org/${slug}/security`, 'Security'],
    [`/org/${slug}/usage`, 'Usage'],
    [`/org/${slug}/audit`, 'Audit log'],
    [`/org/${slug}/billing`, 'Billing'],
    [`/support/new?ref=${ref}`, 'Support'],
    ['/docs/backups', 'Backups and recovery'],
    ['/nowhere', 'Page not found'],
    ...ofProject.map(([path, heading]): Place => [`/project/${ref}${path}`, heading]),
  ];
}

/** Pages of somebody who is not signed in. */
const DOORS: Place[] = [
  ['/sign-in', 'Sign in'],
  ['/forgotten-password', 'Forgot your password?'],
  ['/reset-password#token=x', 'Set a new password'],
];

const PUSH_DOWN = `document.body.prepend(Object.assign(document.createElement('p'), { style: 'height: 300px' }))`;

/** Until a page shows its content and nothing is loading any more. */
async function open(page: Page, [path, heading]: Place): Promise<void> {
  // Toasts are loaded when nothing else is, and a card of a report once it is on the screen.
  await untilQuiet(page, 500, async () => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeAttached();
  });
}

const resize = (page: Page, size: typeof WIDE) => untilQuiet(page, 100, () => page.setViewportSize(size));

/** Opens a page in a wide window. */
async function openWide(page: Page, place: Place): Promise<void> {
  await page.setViewportSize(WIDE);
  await open(page, place);
}

/** Every rule of axe, nothing that was there has moved, and nothing moves for those who ask for less, as these tests do. */
async function expectInOrder(page: Page): Promise<void> {
  soft(await accessibilityFaults(page), 'faults').toEqual([]);
  soft(await movedParts(page), 'what moved').toEqual([]);
  soft(await longMotions(page), 'what moves in spite of asking for less').toEqual([]);
}

/**
 * The other theme in the other width: colors go by the one, and what is there by the other. A run that looks at all pages looks at the
 * remaining two forms as well, and ends in the narrow one.
 */
async function expectInOrderInTheDark(page: Page): Promise<void> {
  await untilQuiet(page, 100, () => page.emulateMedia({ colorScheme: 'dark' }));
  soft(await accessibilityFaults(page), 'faults in the dark').toEqual([]);
  if (process.env.PAGES_MATRIX === 'full') {
    await resize(page, WIDE);
    soft(await accessibilityFaults(page), 'faults in the dark, wide').toEqual([]);
    await resize(page, NARROW);
  }
  await untilQuiet(page, 100, () => page.emulateMedia({ colorScheme: 'light' }));
  if (process.env.PAGES_MATRIX === 'full')
    soft(await accessibilityFaults(page), 'faults in a narrow window').toEqual([]);
}

async function expectToFit(page: Page): Promise<void> {
  await soft.poll(() => beyondTheEdge(page), 'what leaves the screen').toEqual([]);
}

for (const half of [0, 1]) {
  test(`every page is in order, does not move while it loads, fits 360 px and has its title at one place, half ${half + 1}`, async ({
    page,
  }) => {
    await watchMoves(page);
    await openWide(page, ['/projects', 'Projects']);
    const common = await titlePlace(page);
    expect(common).toBeGreaterThan(0);
    for (const place of pagesInTurn(places).filter((_, at) => at % 2 === half))
      await test.step(place[0], async () => {
        await openWide(page, place);
        await expectInOrder(page);
        await soft.poll(() => titlePlace(page), 'title').toBe(UNSEEN.includes(place[1]) ? null : common);
        await resize(page, NARROW);
        await expectToFit(page);
        await expectInOrderInTheDark(page);
      });
  });
}

test('pages that are opened on a narrow screen fit it, and their titles follow when it widens', async ({
  page,
}) => {
  await openWide(page, ['/projects', 'Projects']);
  const common = await titlePlace(page);
  expect(common).toBeGreaterThan(0);
  for (const place of places.filter(([, heading]) => ['Projects', EDITOR, 'A report'].includes(heading)))
    await test.step(place[0], async () => {
      await page.setViewportSize(NARROW);
      await open(page, place);
      await expectToFit(page);
      await resize(page, WIDE);
      await soft.poll(() => titlePlace(page), 'title').toBe(UNSEEN.includes(place[1]) ? null : common);
    });
});

test('the pages before signing in and the command menu are in order', async ({ page, strangerPage }) => {
  await watchMoves(strangerPage);
  await test.step('what moves is seen', async () => {
    await openWide(strangerPage, ['/sign-in', 'Sign in']);
    await strangerPage.evaluate(PUSH_DOWN);
    await expect.poll(() => movedParts(strangerPage)).not.toEqual([]);
    await strangerPage.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await longMotions(strangerPage)).not.toEqual([]);
    await strangerPage.emulateMedia({ reducedMotion: 'reduce' });
  });
  for (const place of DOORS)
    await test.step(place[0], async () => {
      await openWide(strangerPage, place);
      await expectInOrder(strangerPage);
      await resize(strangerPage, NARROW);
      await expectToFit(strangerPage);
    });
  await openWide(page, ['/projects', 'Projects']);
  await page.getByRole('button', { name: 'Open command menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Command menu' }).getByRole('combobox')).toBeFocused();
  soft(await accessibilityFaults(page), 'the command menu').toEqual([]);
});

test('panels keep their share of a window that shrinks', async ({ page, project }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(`/project/${project.ref}/sql/new`);
  for (const name of ['Resize menu', 'Resize list of snippets']) {
    await page.getByRole('separator', { name }).focus();
    for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open command menu' }).click();
  await page.getByRole('dialog', { name: 'Command menu' }).getByRole('combobox').fill('editor panel');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'SQL Editor' });
  await expect(panel).toBeVisible();
  for (const width of [1600, 1200, 900]) {
    await page.setViewportSize({ width, height: 900 });
    // The list of snippets gives way where the others leave no room for it.
    const share = async (part: typeof panel) =>
      (await part.count()) === 0 ? 0 : ((await part.boundingBox())?.width ?? 0) / width;
    const menu = page.getByRole('navigation', { name: 'Project' });
    await expect(menu).toBeVisible();
    for (const part of [menu, page.getByRole('complementary', { name: 'Snippets' })])
      await expect.poll(() => share(part)).toBeLessThanOrEqual(0.331);
    await expect.poll(() => share(panel)).toBeLessThanOrEqual(0.501);
    expect(await share(panel)).toBeGreaterThanOrEqual(0.299);
  }
});
