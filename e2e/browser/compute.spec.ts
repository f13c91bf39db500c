import { psql } from '../basalt/psql.ts';
import { saveAll } from '../basalt/save-bar.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(90_000);

test('a project gets a bigger size after a look at what changes', async ({ page, api }) => {
  const { ref } = await api.createProject('Garni Gorge');
  await api.rows(ref, 'create table notes as select 1 as id');
  await page.goto(`/project/${ref}/settings/compute-and-disk`);
  const review = page.getByRole('button', { name: 'Review changes' });
  await expect(page.getByRole('radio', { name: 'nano' })).toBeChecked();
  await expect(page.getByRole('meter', { name: 'Disk used' })).toBeVisible();

  await page.getByLabel('Disk size in GB').fill('500');
  await expect(page.getByText('Please choose between 1 and 200 GB')).toBeVisible();
  await expect(review).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Disk size in GB').fill('12');
  await page.getByText('micro', { exact: true }).click();
  await review.click();
  const dialog = page.getByRole('dialog', { name: 'Review changes' });
  await expect(dialog).toContainText('nano (512 MB) → micro (1 GB)');
  await expect(dialog).toContainText('8 GB → 12 GB');
  await expect(dialog).toContainText('restarts');
  await dialog.getByRole('button', { name: 'Save and restart' }).click();

  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'micro' })).toBeChecked({ timeout: 30_000 });
  await expect(page.getByLabel('Disk size in GB')).toHaveValue('12');
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect(await api.rows(ref, "select current_setting('max_connections') as n, id from notes")).toEqual([
    { n: '60', id: 1 },
  ]);
});

test('a parameter of PostgreSQL is refused by name, then saved', async ({ page, api }) => {
  const { ref } = await api.createProject('Cape Stolbchaty');
  await page.goto(`/project/${ref}/settings/database`);
  const field = page.getByLabel('work_mem', { exact: true });
  await expect(field).toHaveValue('4MB', { timeout: 20_000 });
  const save = async (value: string) => {
    await field.fill(value);
    await saveAll(page);
    const dialog = page.getByRole('dialog', { name: 'Save the configuration' });
    await dialog.getByRole('radio', { name: 'From the next start on' }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  };
  await save('plenty');
  await expect(page.getByText('Must be a size such as 64MB')).toBeVisible();
  await save('8192kB');
  await expect(page.getByText('Saved the configuration')).toBeVisible();
  await expect(field).toHaveValue('8MB');
});

test('a disk that is too full is said everywhere, and the read-only mode can be lifted', async ({
  page,
  api,
}) => {
  const { ref, name } = await api.createProject('Full to the brim');
  const compute = `/platform/projects/${ref}/compute`;
  await api.request('PATCH', compute, { disk_size_gb: 1 });
  const database = await api.connectionString(ref);
  await psql(database, 'create unlogged table filler (body text)');
  await psql(database, 'alter table filler alter body set storage external');
  // Piece by piece, so that none of them takes long on a busy machine.
  const fill = 'insert into filler select repeat(md5(n::text), 250) from generate_series(1, 13000) n';
  for (let piece = 0; piece < 10; piece++) await psql(database, fill);
  // The quota given anew looks at the disk at once.
  await api.request('PATCH', compute, { disk_size_gb: 1 });

  await page.goto('/projects');
  // Journeys beside this one fill the list, which draws what is on the screen.
  const find = () => page.getByRole('searchbox', { name: 'Search by name or reference' }).fill(name);
  await find();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
  const health = row.getByRole('button', { name: 'Health: Read-only: the disk is full' });
  await health.click();
  await expect(
    page.getByRole('dialog', { name: 'Health' }).getByRole('link', { name: 'Database settings' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await row.getByRole('link', { name }).click();
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Health: Read-only: the disk is full' }),
  ).toBeVisible();
  const banner = page.getByRole('region', { name: 'Resource warning' });
  await expect(banner).toContainText('This project is in read-only mode');
  const reading = page.waitForEvent('popup');
  await banner.getByRole('link', { name: 'Documentation' }).click();
  const documents = await reading;
  await expect(documents.getByRole('heading', { name: 'Compute and disk', level: 1 })).toBeVisible();
  await expect(documents.getByRole('heading', { name: 'Read-only mode' })).toBeInViewport();
  await documents.close();
  await banner.getByRole('link', { name: 'Database settings' }).click();
  await expect(page).toHaveURL(/\/settings\/database$/);
  await expect(banner).toHaveCount(0);
  await page.getByRole('button', { name: 'Lift for an hour' }).click();
  await expect(page.getByText(/^The read-only mode is lifted until/)).toBeVisible();
  await expect
    .poll(async () => (await api.query(ref, "insert into filler values ('one more')")).status)
    .toBe(201);

  await page.getByRole('link', { name: 'Change disk size' }).click();
  await page.getByLabel('Disk size in GB').fill('4');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved compute and disk')).toBeVisible();
  await expect(page.getByText(/read-only mode is lifted/)).toHaveCount(0);
  await page.goto('/projects');
  await find();
  await expect(row).toBeVisible();
  await expect(health).toHaveCount(0);
});
