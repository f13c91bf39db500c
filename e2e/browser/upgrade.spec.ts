import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect, test } from '../basalt/test.ts';

test.describe.configure({ mode: 'parallel' });

const VERSION = "select current_setting('server_version_num')::int / 10000 as major";
const UPGRADE_TIMEOUT = 60_000;

test.describe('an upgrade in the browser', () => {
  test.setTimeout(150_000);

  test('leads through its steps to the newer version, and back', async ({ page, api }) => {
    const name = 'Giant’s Causeway';
    const { ref } = await api.createProject(name, { postgres_engine: '15' });
    await api.rows(
      ref,
      "create table notes as select n, 'note ' || n as text from generate_series(1, 2000) n",
    );
    await api.rows(ref, 'create table authors (id int generated always as identity primary key, name text)');
    await api.rows(ref, "insert into authors (name) values ('Ada')");

    await page.goto(`/project/${ref}/settings/infrastructure`);
    const version = page.getByRole('region', { name: 'PostgreSQL version' });
    await expect(version).toContainText('PostgreSQL 15.');
    await expect(version.getByRole('combobox', { name: 'Upgrade to' })).toHaveValue('18');
    await version.getByRole('button', { name: 'Upgrade…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upgrade to PostgreSQL 18' });
    await dialog.getByRole('textbox').fill('Giants');
    await dialog.getByRole('button', { name: 'Upgrade', exact: true }).click();
    await expect(dialog.getByText('Value entered does not match')).toBeVisible();
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('button', { name: 'Upgrade', exact: true }).click();

    await expect(page).toHaveURL(new RegExp(`/project/${ref}\\?trackingId=[0-9a-f-]{36}$`));
    const steps = page.getByRole('list', { name: 'Steps' });
    await expect(steps.getByRole('listitem').first()).toContainText('a new server');
    const done = page.getByRole('heading', { name: 'Upgrade completed' });
    await expect(done).toBeVisible({ timeout: UPGRADE_TIMEOUT });
    await expect(steps).toContainText('Optimized the database');
    await expect(steps.getByRole('listitem')).toHaveCount(9);
    await page.getByRole('button', { name: /^Show only the (current|last) step$/ }).click();
    await expect(steps.getByRole('listitem')).toHaveCount(1);
    await expect(steps).toContainText(/full backup/i);

    await page.getByRole('link', { name: 'Return to project' }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/project/${ref}$`));
    expect(await api.rows(ref, VERSION)).toEqual([{ major: 18 }]);
    const editor = new SqlEditor(page);
    await editor.open(ref);
    await editor.run('select text from notes where n = 2000');
    await expect(editor.cells('note 2000')).toBeVisible();

    await api.rows(ref, 'create table written_since (id int)');
    await page.goto(`/project/${ref}/settings/infrastructure`);
    await expect(version).toContainText('This is the newest version there is.');
    await page.getByRole('button', { name: 'Go back to PostgreSQL 15' }).click();
    const back = page.getByRole('dialog', { name: 'Go back to PostgreSQL 15' });
    await expect(back).toContainText('it is kept in turn');
    await back.getByRole('button', { name: 'Go back' }).click();
    await expect(page.getByRole('heading', { name: 'Restoration complete' })).toBeVisible({
      timeout: 30_000,
    });
    expect(await api.rows(ref, VERSION)).toEqual([{ major: 15 }]);
    expect(await api.rows(ref, 'select count(*)::int as n from notes')).toEqual([{ n: 2000 }]);
    expect((await api.query(ref, 'table written_since')).status).toBe(400);
  });

  /** A rule that an old server takes and a newer one does not, which nobody can know before the data is copied. */
  const ruleThat = (does: string) => `
    create function rule(n int) returns boolean immutable language plpgsql as $$
    begin
      if current_setting('server_version_num')::int >= 160000 then ${does}; end if;
      return true;
    end $$;
    create table layers (n int check (public.rule(n)));
    insert into layers select generate_series(1, 2000)`;

  test('that fails leaves the project as it was, and says why', async ({ page, api }) => {
    const { ref } = await api.createProject('Panská skála', { postgres_engine: '15' });
    await api.rows(ref, ruleThat("raise exception 'this rule is for PostgreSQL 15'"));
    const { body } = await api.request('POST', `/platform/projects/${ref}/upgrade`, { target_version: '18' });
    // The page hears of the end of the upgrade before it hears that the project is back.
    let isBack = false;
    await page.route(`**/platform/projects/${ref}`, async (route) => {
      if (isBack) return route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), status: 'UPGRADING' } });
    });
    await page.goto(`/project/${ref}?trackingId=${body.tracking_id}`);
    await expect(
      page.getByRole('heading', { name: 'We ran into an issue while upgrading your project' }),
    ).toBeVisible({ timeout: UPGRADE_TIMEOUT });
    await expect(page.getByRole('alert')).toContainText('this rule is for PostgreSQL 15');
    await expect(page.getByText(/is back online with PostgreSQL 15/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible();
    await expect(
      page.locator('[data-state="failed"]').getByText('Migrate to the new database'),
    ).toBeVisible();
    const newest = page.waitForResponse((answer) => answer.url().endsWith(`/${ref}/upgrade/status`));
    await page.getByRole('link', { name: 'Return to project' }).click();
    await newest;
    isBack = true;
    await expect(page.getByRole('heading', { name: 'Panská skála', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/project/${ref}$`));
    expect(await api.rows(ref, VERSION)).toEqual([{ major: 15 }]);
    expect(await api.rows(ref, 'select count(*)::int as n from layers')).toEqual([{ n: 2000 }]);
  });

  test('that is cancelled is no failure', async ({ page, api }) => {
    const { ref } = await api.createProject('Svartifoss', { postgres_engine: '15' });
    await api.rows(ref, ruleThat('perform pg_sleep(0.05)'));
    const { body } = await api.request('POST', `/platform/projects/${ref}/upgrade`, { target_version: '18' });
    const address = `/project/${ref}?trackingId=${body.tracking_id}`;
    const asked = page.waitForRequest(`**/upgrade/status?tracking_id=${body.tracking_id}`);
    await page.goto(address);
    await asked;
    await expect(page.getByText('Migrating to the new database')).toBeVisible({ timeout: UPGRADE_TIMEOUT });
    // An address of another upgrade leads to the one at work.
    await page.goto(`/project/${ref}?trackingId=another`);
    await expect(page).toHaveURL(address);
    await expect(page.getByText('Migrating to the new database')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel upgrade' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Go back to the old database' }).click();
    await expect(page.getByRole('heading', { name: 'Upgrade canceled' })).toBeVisible({ timeout: 30_000 });
    await expect(page.locator('[data-state="failed"]')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('link', { name: 'Return to project' }).click();
    await expect(page.getByText('Upgrading was canceled')).toBeVisible();
    expect(await api.rows(ref, VERSION)).toEqual([{ major: 15 }]);
  });

  test('says what stands in the way and checks again', async ({ page, api }) => {
    const { ref } = await api.createProject('Stolpen', { postgres_engine: '17' });
    await api.rows(ref, 'create database beside');
    await page.goto(`/project/${ref}/settings/infrastructure`);
    const blockers = page.getByRole('list', { name: 'What stands in the way' });
    await expect(blockers.getByRole('listitem')).toHaveCount(1);
    await expect(blockers).toContainText('beside');
    const upgrade = page.getByRole('button', { name: 'Upgrade…' });
    await expect(upgrade).toHaveAttribute('aria-disabled', 'true');
    await upgrade.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Remove what stands in the way first.');
    await api.rows(ref, 'drop database beside');
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(blockers).toHaveCount(0);
    await expect(upgrade).not.toHaveAttribute('aria-disabled');
  });
});
