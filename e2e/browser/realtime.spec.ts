import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { saveAll } from '../basalt/save-bar.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(120_000);

const SQL = `
  create table public.letters (id int primary key, words text);
  create policy "everybody reads" on public.letters for select using (true);
  alter publication supabase_realtime add table public.letters`;

test('a channel is joined, heard, spoken in and left', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Telegraph');
  await api.rows(ref, SQL);
  const keys = await keysOf(api, basalt, ref);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/project/${ref}/realtime/inspector`);
  await expect(page.getByText('Join a channel, and what it hears appears here.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Channel' }).fill('office');
  await page.getByRole('switch', { name: 'Changes of tables' }).check();
  await page.getByRole('textbox', { name: 'Table' }).fill('letters');
  await page.getByRole('textbox', { name: 'Filter' }).fill('id=gt.1');
  await page.getByRole('button', { name: 'Join channel' }).click();
  await expect(page.getByText('Joined', { exact: true })).toBeVisible();
  const messages = page.getByRole('list', { name: 'Messages' });
  await expect(messages).toContainText('Subscribed to PostgreSQL');

  // Rows that fit the filter, and what others send.
  await api.rows(ref, "insert into public.letters values (1, 'unfit'), (2, 'Dear Ada')");
  await expect(messages).toContainText('Dear Ada');
  await expect(messages).not.toContainText('unfit');
  const other = clientOf(keys.url, keys.anon);
  const channel = other.channel('office');
  await new Promise<void>((done) => {
    channel.subscribe((status) => status === 'SUBSCRIBED' && done());
  });
  await channel.send({ type: 'broadcast', event: 'bell', payload: { rings: 3 } });
  await expect(messages).toContainText('{"rings":3}');
  await messages.getByRole('button', { name: /bell/ }).click();
  const panel = page.getByRole('dialog', { name: 'Broadcast bell' });
  await expect(panel).toContainText('"rings": 3');
  await panel.getByRole('button', { name: 'Close' }).click();

  // What is sent is heard by the others.
  const heard = new Promise((done) => channel.on('broadcast', { event: 'message' }, done));
  await page.getByRole('textbox', { name: 'Message as JSON' }).fill('{"text": ');
  await page.getByRole('button', { name: 'Send broadcast' }).click();
  await expect(page.getByText('This is not JSON')).toBeVisible();
  await page.getByRole('textbox', { name: 'Message as JSON' }).fill('{"text": "Hello"}');
  await page.getByRole('button', { name: 'Send broadcast' }).click();
  expect(await heard).toMatchObject({ payload: { text: 'Hello' } });
  await page.getByRole('switch', { name: 'Show yourself' }).check();
  await expect(messages).toContainText('"from":"inspector"');

  // The list is searched, narrowed, stopped and saved.
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('rings');
  await expect(messages.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('');
  for (const kind of ['Presence', 'Change', 'System'])
    await page.getByRole('button', { name: kind, exact: true }).click();
  await expect(messages.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await channel.send({ type: 'broadcast', event: 'late', payload: {} });
  await page.getByRole('button', { name: 'Go on (1 new)' }).click();
  await expect(messages).toContainText('late');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSON' }).click();
  expect((await download).suggestedFilename()).toBe('office.json');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await beyondTheEdge(page)).toEqual([]);
  await page.getByRole('button', { name: 'Leave channel' }).click();
  await expect(page.getByText('Not joined')).toBeVisible();

  // A private channel without a policy says why it cannot be joined.
  await page.getByRole('switch', { name: 'Private channel' }).check();
  await page.getByRole('button', { name: 'Join channel' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'You do not have permissions to read' }),
  ).toBeVisible();
  await other.removeAllChannels();

  // What went over the sockets is counted.
  await page.goto(`/project/${ref}/realtime/traffic`);
  await expect(page.getByRole('definition').nth(0)).toHaveText(/^[23]$/, { timeout: 40_000 });
  for (const name of ['Connections', 'Messages'])
    await expect(page.getByRole('figure').filter({ hasText: name }).locator('svg').first()).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Time', { exact: true }).selectOption({ label: 'Last 7 days, by day' });
  await expect(page).toHaveURL(/interval=7day/);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await beyondTheEdge(page)).toEqual([]);

  // Settings hold at once: the channels that an application may join, and then none.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/project/${ref}/realtime/settings`);
  const settings = page.getByRole('form', { name: 'Realtime settings' });
  await settings.getByRole('textbox', { name: 'Joins of a client in a second' }).fill('0');
  await settings.getByRole('switch', { name: 'Private channels only' }).check();
  await saveAll(page);
  await expect(settings).toContainText('Enter a whole number from 1 to 5,000.');
  await settings.getByRole('textbox', { name: 'Joins of a client in a second' }).fill('50');
  expect(await accessibilityFaults(page)).toEqual([]);
  await saveAll(page);
  await expect(page.getByText('Saved the realtime settings')).toBeVisible();
  expect(await api.request('GET', `/v1/projects/${ref}/config/realtime`)).toMatchObject({
    status: 200,
    body: { private_only: true, max_joins_per_second: 50, suspend: false },
  });
  const refused = () =>
    new Promise<string>((done) => {
      other
        .channel(`late ${Date.now()}`)
        .subscribe((status, error) => status !== 'SUBSCRIBED' && done(`${status} ${error?.message ?? ''}`));
    });
  await expect.poll(refused).toContain('only allows private channels');
  await api.request('PATCH', `/v1/projects/${ref}/config/realtime`, { suspend: true });
  const post = () =>
    fetch(`${keys.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: keys.anon, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic: 'a', event: 'b', payload: {} }] }),
    }).then(({ status }) => status);
  await expect.poll(post).toBe(503);
  other.realtime.disconnect();
});
