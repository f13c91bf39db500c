import { expect, test } from '../basalt/test.ts';

test('a branch is made, visited, reset and deleted', async ({ page, api }) => {
  test.setTimeout(120_000);
  const { ref } = await api.createProject('Branching');
  await api.rows(ref, "create table public.stones (name text); insert into public.stones values ('granite')");
  const row = (name: string) =>
    page.getByRole('table', { name: 'Branches' }).getByRole('row').filter({ hasText: name });
  const choose = async (name: string, entry: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('button', { name: entry }).click();
  };
  const dialog = page.getByRole('dialog');
  const setSecrets = (of: string, ...names: string[]) =>
    api.request(
      'POST',
      `/v1/projects/${of}/secrets`,
      names.map((name) => ({ name, value: 'of the branch' })),
    );
  const secretsOf = async (of: string) =>
    (await api.request('GET', `/v1/projects/${of}/secrets`)).body.map(({ name }: { name: string }) => name);
  const expiryOf = async (of: string) =>
    (await api.request('GET', `/v1/projects/${of}/config/auth`)).body.jwt_exp;
  await page.goto(`/project/${ref}/branches`);
  await expect(page.getByText('No branches yet')).toBeVisible();

  await test.step('a name is checked when it is left, and the branch appears with its progress', async () => {
    await page.getByRole('button', { name: 'Create branch' }).click();
    await dialog.getByLabel('Name').fill('a b');
    await dialog.getByLabel('Name').blur();
    await expect(dialog.getByText(/The name may have letters/)).toBeVisible();
    await dialog.getByLabel('Name').fill('feature/login');
    await dialog.getByRole('button', { name: 'Create branch' }).click();
    await expect(page.getByText('Successfully created new branch')).toBeVisible();
    await expect(row('feature/login')).toContainText('Active');
    await expect(row('feature/login')).toContainText('With data');
  });

  await test.step('the switcher leads into it and back', async () => {
    await row('feature/login').getByRole('link', { name: 'feature/login' }).click();
    await expect(page.getByRole('button', { name: 'Switch branch' })).toContainText('feature/login');
    await expect(page.getByRole('button', { name: 'Switch project' })).toContainText('Branching');
    const made = new URL(page.url()).pathname.split('/')[2] ?? '';
    expect(await api.rows(made, 'select name from public.stones')).toEqual([{ name: 'granite' }]);
    await api.rows(made, 'drop table public.stones');
    await api.rows(made, 'create table public.quarries (id bigint primary key)');
    await page.getByRole('button', { name: 'Switch branch' }).click();
    await page.getByRole('link', { name: 'Production' }).click();
    await expect(page.getByRole('button', { name: 'Switch branch' })).toContainText('Production');
    await page.getByRole('button', { name: 'Switch branch' }).click();
    await page.getByRole('link', { name: 'Manage branches' }).click();

    await choose('feature/login', 'Show changes');
    const changes = page.getByRole('dialog', { name: 'Changes in feature/login' });
    await expect(changes.getByRole('button', { name: 'Drop table public.stones' })).toContainText(
      'Loses data',
    );
    await changes.getByRole('button', { name: 'Create table public.quarries' }).click();
    await expect(changes.getByRole('region', { name: 'SQL' })).toContainText(
      'CREATE TABLE "public"."quarries"',
    );
    await changes.getByRole('button', { name: 'Close' }).click();
    // Comparing takes much memory, so one project gets one turn.
    const both = await Promise.all([1, 2].map(() => api.request('GET', `/platform/branches/${made}/diff`)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 503]);

    await choose('feature/login', 'Show changes');
    const merge = changes.getByRole('region', { name: 'Merge' });
    await expect(merge.getByRole('button', { name: 'Merge' })).toHaveAttribute('aria-disabled', 'true');
    for (const box of await merge.getByRole('checkbox').all()) await box.check();
    await merge.getByRole('button', { name: 'Merge' }).click();
    await expect(changes.getByText('Try the migration on a copy of the project')).toBeVisible();
    await expect(changes.getByText('Merged into Branching')).toBeVisible();
    await expect(changes.getByText('The branch has the schema and the functions')).toBeVisible();
    expect(await api.rows(ref, "select to_regclass('public.stones')::text as stones")).toEqual([
      { stones: null },
    ]);
    await changes.getByRole('link', { name: /Go back to merge-/ }).click();
    await expect(page.getByText(/^merge-/).first()).toBeVisible();
    await page.goBack();

    await setSecrets(made, 'FRESH', 'LEFT');
    await api.request('PATCH', `/v1/projects/${made}/config/auth`, { jwt_exp: 1200 });
    await choose('feature/login', 'Show changes');
    await expect(merge.getByRole('button', { name: 'Merge' })).toHaveAttribute('aria-disabled', 'true');
    await changes.getByRole('checkbox', { name: 'FRESH' }).check();
    await changes.getByRole('checkbox', { name: 'Auth: jwt_exp' }).check();
    await merge.getByRole('button', { name: 'Merge' }).click();
    await expect(changes.getByText('It brought FRESH, auth.jwt_exp.')).toBeVisible();
    await expect(changes.getByRole('checkbox', { name: 'LEFT' })).not.toBeChecked();
    expect([await secretsOf(ref), await expiryOf(ref)]).toEqual([['FRESH'], 1200]);
    await changes.getByRole('button', { name: /^Take back/ }).click();
    await expect(changes.getByText(/^Taken back .*: FRESH, auth\.jwt_exp\.$/)).toBeVisible();
    expect([await secretsOf(ref), await expiryOf(ref)]).toEqual([[], 3600]);
    await changes.getByRole('button', { name: 'Close' }).click();

    await api.rows(ref, 'create table public.pits (id int primary key)');
    await choose('feature/login', 'Bring up to date');
    await dialog.getByRole('button', { name: 'Bring up to date' }).click();
    await expect(page.getByText('The branch is being brought up to date')).toBeVisible();
    await expect
      .poll(() => api.rows(made, "select to_regclass('public.pits')::text as pits"))
      .toEqual([{ pits: 'pits' }]);

    await choose('feature/login', 'Lifetime');
    await dialog.getByLabel('Delete by itself').selectOption('In 7 days');
    await dialog.getByLabel('Pause by itself').selectOption('After 1 hour without use');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row('feature/login')).toContainText('Until');
    await expect(row('feature/login')).toContainText('Pauses after');

    await api.rows(ref, "create table public.stones as select 'granite' as name");
    await choose('feature/login', 'Reset');
    await dialog.getByRole('button', { name: 'Reset branch' }).click();
    await expect(page.getByText('The branch is being reset')).toBeVisible();
    await api.waitForStatus(made, 'ACTIVE_HEALTHY');
    expect(await api.rows(made, 'select name from public.stones')).toEqual([{ name: 'granite' }]);
  });

  await test.step('a second of the same name is refused, and it is deleted by typing its name', async () => {
    await page.getByRole('button', { name: 'Create branch' }).click();
    await dialog.getByLabel('Name').fill('feature/login');
    await dialog.getByRole('button', { name: 'Create branch' }).click();
    await expect(dialog.getByText(/already/)).toBeVisible();
    await dialog.getByLabel('Name').fill('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row('feature/login')).toContainText('Active');
    await choose('feature/login', 'Delete');
    await dialog.getByRole('textbox').fill('feature/login');
    await dialog.getByRole('button', { name: 'Delete branch' }).click();
    await expect(page.getByText('No branches yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Switch branch' })).toHaveCount(0);
  });
});
