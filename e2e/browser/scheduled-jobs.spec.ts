import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(120_000);

test('a job is made, runs by itself and on demand, fails, is mended and deleted', async ({ page, api }) => {
  const { ref } = await api.createProject('Clockwork');
  await api.rows(ref, 'create table public.ticks (at timestamptz default now())');
  const form = new FormData();
  form.append('file', new File(["Deno.serve(() => new Response('hello'))"], 'index.ts'));
  form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts' }));
  const deploy = `/v1/projects/${ref}/functions/deploy?slug=greet`;
  expect((await api.send(deploy, { method: 'POST', body: form })).status).toBe(201);
  await page.goto(`/project/${ref}/database/tables`);
  await page.getByRole('link', { name: 'Scheduled jobs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scheduled jobs' })).toBeVisible();
  await page.getByRole('button', { name: 'Create a job' }).click();
  const panel = page.getByRole('dialog').first();

  // What is wrong with a schedule is said while it is written.
  const meaning = panel.getByRole('status', { name: 'What the schedule means' });
  await expect(meaning).toContainText('At 03:00, GMT. The next times:');
  await expect(meaning.getByRole('listitem')).toHaveCount(5);
  await panel.getByRole('textbox', { name: 'Schedule' }).fill('61 * * * *');
  await expect(meaning).toContainText('the minute goes from 0 to 59');
  await panel.getByRole('button', { name: 'Create job' }).click();
  await expect(panel).toContainText('Enter a name.');
  await panel.getByRole('textbox', { name: 'Name' }).fill('tick');
  await panel.getByRole('textbox', { name: 'SQL to run' }).click();
  await page.keyboard.type('insert into public.ticks default values;');

  // The call of a function is written at the end, and taken back.
  const sql = panel.getByRole('textbox', { name: 'SQL to run' });
  await panel.getByRole('combobox', { name: 'Edge function' }).selectOption('greet');
  await expect(sql).toContainText('insert into public.ticks default values;');
  await expect(sql).toContainText(`${ref}/functions/v1/greet'`);
  await expect(sql).toContainText('"apikey":"sb_publishable_');
  await panel.getByRole('combobox', { name: 'Key to call it with' }).selectOption('none');
  await expect(sql).not.toContainText('apikey');
  expect(await accessibilityFaults(page)).toEqual([]);
  await panel.getByRole('combobox', { name: 'Edge function' }).selectOption('');
  await expect(sql).not.toContainText('net.http_post');
  await panel.getByRole('button', { name: 'Create job' }).click();
  await expect(panel.getByText(/outside of that/).first()).toBeVisible();
  await panel.getByRole('combobox', { name: 'Common schedules' }).selectOption('Every 5 minutes');
  await panel.getByRole('textbox', { name: 'Schedule' }).fill('1 second');
  await expect(meaning).toContainText('Every second');
  await panel.getByRole('button', { name: 'Create job' }).click();

  // It runs by itself.
  await expect(panel.getByRole('region', { name: 'Last runs' })).toContainText('INSERT 1', {
    timeout: 30_000,
  });
  await expect(panel).toContainText('Every second, GMT');
  await panel.getByRole('button', { name: 'Close' }).click();
  const row = page.getByRole('row').filter({ hasText: 'tick' });
  await expect(row).toContainText('Succeeded');
  await row.getByRole('switch', { name: 'tick is active' }).uncheck();
  await expect(row.getByRole('switch')).not.toBeChecked();

  // Another, made by SQL as with pg_cron, is there too, fails when it is asked for, and is mended.
  await api.rows(ref, `select cron.schedule('nightly', '0 3 * * *', 'select 1 / 0')`);
  await page.getByRole('link', { name: 'nightly' }).click({ timeout: 20_000 });
  await panel.getByRole('button', { name: 'Run now' }).click();
  await expect(panel.getByRole('region', { name: 'Last runs' })).toContainText('ERROR: division by zero');
  await panel.getByRole('button', { name: 'Edit job' }).click();
  await panel.getByRole('textbox', { name: 'SQL to run' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('select 1;');
  await panel.getByRole('button', { name: 'Save job' }).click();
  await panel.getByRole('button', { name: 'Run now' }).click();
  await expect(panel.getByRole('region', { name: 'Last runs' })).toContainText('SELECT 1');

  // The history of one job has an address.
  await panel.getByRole('button', { name: 'Whole history' }).click();
  const history = page.getByRole('table', { name: 'History of jobs' });
  await expect(history).toContainText('division by zero');
  await expect(history).not.toContainText('INSERT');
  const address = page.url();
  await page.goto(address);
  await expect(history).toContainText('division by zero');
  await page.getByRole('combobox', { name: 'Result' }).selectOption('Succeeded');
  await expect(history).not.toContainText('division by zero');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await beyondTheEdge(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('combobox', { name: 'Show' }).selectOption('Jobs');
  await page.getByRole('link', { name: 'nightly' }).click();
  await expect(panel.getByRole('region', { name: 'Last runs' })).toContainText('SELECT 1');
  expect(await accessibilityFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Delete job…' }).click();
  await page
    .getByRole('dialog', { name: 'Delete job nightly?' })
    .getByRole('button', { name: 'Delete job' })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'nightly' })).toHaveCount(0);
});
