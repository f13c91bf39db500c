import { readFile } from 'node:fs/promises';
import { addColleague, apiAs } from '../basalt/add-colleague.ts';
import { accessibilityFaults } from '../basalt/page-checks.ts';
import { expect, test } from '../basalt/test.ts';

/** Authentication settings in which nothing is found. */
const GOOD_SETTINGS = {
  password_hibp_enabled: true,
  password_min_length: 10,
  password_required_characters: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:0123456789',
  mfa_phone_enroll_enabled: true,
  mfa_phone_verify_enabled: true,
};

test('a finding is mended with its fix, another is ignored and restored', async ({ page, api }) => {
  const { ref } = await api.createProject('Cracks');
  await api.rows(
    ref,
    `create table prices (id int primary key, secret_key text); alter table prices disable row level security;
     create function total() returns int language sql as 'select 1'`,
  );
  const settings = { ...GOOD_SETTINGS, mailer_otp_exp: 7_200 };
  expect((await api.request('PATCH', `/v1/projects/${ref}/config/auth`, settings)).status).toBe(200);
  await page.goto(`/project/${ref}/advisors/security`);
  const menu = page.getByRole('navigation', { name: 'Project' });
  await expect(menu.getByRole('link', { name: 'Advisors 2 errors' })).toBeVisible();
  const group = (name: string) => page.getByRole('region', { name });
  const open = group('RLS disabled in public');
  await expect(open).toContainText('Table public.prices is public, but RLS has not been enabled.');
  await expect(page.getByRole('status').filter({ hasText: '2 errors' })).toHaveText(
    '2 errors, 1 warning, 1 suggestion',
  );
  expect(await accessibilityFaults(page)).toEqual([]);

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'As CSV' }).click();
  const csv = await readFile(await (await file).path(), 'utf8');
  expect(csv.split('\r\n').map((line) => line.split(',', 2).join(' '))).toEqual([
    'level name',
    'ERROR rls_disabled_in_public',
    'ERROR sensitive_columns_exposed',
    'WARN auth_otp_long_expiry',
    'INFO function_search_path_mutable',
    '',
  ]);

  await open.getByRole('button', { name: 'Show fix' }).click();
  await expect(open.getByRole('region', { name: 'SQL of the fix' })).toHaveText(
    'alter table public.prices enable row level security;',
  );
  await open.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(open).toHaveCount(0);
  await expect(group('Sensitive columns exposed')).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Advisors', exact: true })).toBeVisible();

  await group('Auth OTP Long Expiry')
    .getByRole('link', { name: /^Open settings/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Authentication settings', level: 1 })).toBeVisible();
  await page.goBack();
  const path = group('Function Search Path Mutable');
  await path.getByRole('button', { name: 'Ignore…' }).click();
  await page.keyboard.press('Enter');
  await expect(path).toContainText('Say why, for those who come later');
  await page.keyboard.type('It names nothing.');
  await page.keyboard.press('Enter');
  await expect(path).toHaveCount(0);
  await page.getByLabel('Show', { exact: true }).selectOption('Ignored findings');
  await expect(page).toHaveURL(/\?show=ignored$/);
  await expect(path).toContainText(/Ignored by .*: It names nothing\./);
  await path.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is ignored' })).toBeVisible();
  await page.getByLabel('Show', { exact: true }).selectOption('Open findings');
  await path.getByRole('button', { name: 'Show fix' }).click();
  await path.getByRole('button', { name: 'Open in SQL editor' }).click();
  // A snippet of its own, as soon as it is stored.
  await expect(page).toHaveURL(/\/sql\/(new|[\da-f-]{36})$/);
  await expect(page.locator('.cm-content')).toContainText('set search_path = public, extensions, pg_temp');
});

test('clients of the management API get what is so now, and say what could not be looked at', async ({
  api,
  basalt,
  page,
}) => {
  const { ref } = await api.createProject('Fissures');
  const namesOf = async (kind: string, client = api) => {
    const { status, body } = await client.request('GET', `/v1/projects/${ref}/advisors/${kind}`);
    expect(status).toBe(200);
    return body.lints.map(({ name }: { name: string }) => name);
  };
  expect(await namesOf('security')).toEqual([
    'auth_leaked_password_protection',
    'password_requirements_min_length',
    'auth_password_policy_missing',
    'auth_insufficient_mfa_options',
  ]);
  expect((await api.request('PATCH', `/v1/projects/${ref}/config/auth`, GOOD_SETTINGS)).status).toBe(200);
  expect([await namesOf('security'), await namesOf('performance')]).toEqual([[], []]);
  await api.rows(ref, 'create table loose (id int)');
  expect(await namesOf('performance')).toEqual(['no_primary_key']);
  const reader = await apiAs(basalt, await addColleague(basalt, 'Read-only'));
  expect(await namesOf('security', reader)).toEqual(['rls_enabled_no_policy']);
  const all = await reader.request('GET', `/platform/projects/${ref}/run-lints`);
  expect(all.body.map(({ categories }: { categories: string[] }) => categories)).toEqual([
    ['SECURITY'],
    ['PERFORMANCE'],
  ]);
  const exceptions = `/platform/projects/${ref}/notifications/advisor/exceptions`;
  const said = { name: 'no_primary_key', cache_key: 'no_primary_key_public_loose', reason: 'A log.' };
  expect((await reader.request('PUT', exceptions, said)).status).toBe(403);
  expect((await api.request('PUT', exceptions, said)).status).toBe(200);
  await page.goto(`/project/${ref}/advisors/performance`);
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await expect(page.getByText(/^\d+ checks ran\./)).toBeVisible();
  await api.rows(ref, 'drop table loose');
  expect(await namesOf('performance')).toEqual([]);
});

test('query performance shows a statement with its plan, and advises an index', async ({
  page,
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Slow stones');
  await api.rows(
    ref,
    `create table stones (id int primary key, place text, note text);
     insert into stones select n, 'place ' || n, repeat('x', 200) from generate_series(1, 50000) n; analyze stones`,
  );
  for (let turn = 0; turn < 3; turn++)
    await api.rows(ref, "select id from stones where place = 'the secret place' order by id");
  // The dashboard reads this for its pages.
  await api.request('GET', `/platform/pg-meta/${ref}/schemas`);
  await page.goto(`/project/${ref}/query-performance`);
  const table = page.getByRole('table', { name: 'Statements' });
  const role = page.getByLabel('Role');
  await expect(table).not.toContainText('supabase_read_only_user');
  await role.selectOption('Any role');
  await expect(page).toHaveURL(/reads=true/);
  await expect(table).toContainText('supabase_read_only_user');
  await role.selectOption('Any role, without the dashboard');
  await expect(page).not.toHaveURL(/reads/);
  await page.getByRole('searchbox', { name: 'Search statements' }).fill('WHERE place');
  const row = table.getByRole('row').nth(1);
  await expect(row).toContainText('select id from stones where place = $1 order by id');
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/q=WHERE/);
  await table.getByRole('button', { name: 'Calls' }).click();
  await expect(page).toHaveURL(/sort=calls/);
  await expect(table.getByRole('button', { name: /^Calls ?, largest first$/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(await accessibilityFaults(page)).toEqual([]);

  await table.getByRole('button', { name: 'select id from stones where place' }).click();
  await expect(page.getByRole('heading', { name: 'Statement', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'statement', exact: true })).toHaveText(
    /select\s+id\s+from\s+stones\s+where\s+place = \$1\s+order by\s+id/,
  );
  const plan = page.getByRole('region', { name: 'Plan tree' });
  await expect(plan).toContainText(/Seq Scan.*on public\.stones.*Costly/);
  await expect(plan).toContainText('(stones.place = $1)');
  const advice = page.getByRole('region', { name: 'Index advice' });
  await expect(advice).toContainText('Likely');
  await expect(advice).toContainText('create index concurrently on public.stones (place);');
  expect(await accessibilityFaults(page)).toEqual([]);
  await expect(advice).toContainText('It has not been tried.');
  await advice.getByRole('button', { name: 'Try it…' }).click();
  const asked = page.getByRole('dialog', { name: 'Try this index?' });
  await expect(asked).toContainText('writes to public.stones wait, for up to 25 seconds');
  await asked.getByRole('button', { name: 'Try it' }).click();
  await expect(advice.getByText(/^PostgreSQL would/)).toHaveText(
    /^PostgreSQL would use it: cost [\d,.]+ → [\d.]+, index of [\d.]+ MB\./,
  );
  await expect(advice).toContainText('Used');
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await api.rows(ref, "select indexname from pg_indexes where tablename = 'stones'")).toEqual([
    { indexname: 'stones_pkey' },
  ]);
  const trial = `/platform/projects/${ref}/query-performance/${new URL(page.url()).searchParams.get('statement')}/try-index`;
  const gone = await api.request('POST', trial, { advice: 'drop table stones' });
  expect([gone.status, gone.body.trial]).toEqual([200, null]);
  await api.rows(ref, 'create index on stones (place)');
  await page.reload();
  await expect(plan).toContainText('Index Scan');
  await expect(advice).toHaveCount(0);
  await page.getByRole('button', { name: 'All statements' }).click();
  await expect(page).toHaveURL(/sort=calls/);

  const reader = await apiAs(basalt, await addColleague(basalt, 'Read-only'));
  const path = `/platform/projects/${ref}/query-performance`;
  const told = await reader.request('GET', `${path}?search=the%20secret`);
  expect([told.status, told.body.statements]).toEqual([200, []]);
  expect((await reader.request('POST', `${path}/reset`)).status).toBe(403);
  expect((await reader.request('POST', trial, { advice: 'any' })).status).toBe(403);

  await page.getByRole('button', { name: 'Reset…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await expect(table).toContainText('No statement was found.');
});
