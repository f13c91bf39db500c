import type { RealtimeChannel } from '@supabase/supabase-js';
import { addColleague, apiAs } from '../basalt/add-colleague.ts';
import { ApiClient } from '../basalt/api-client.ts';
import { processesOfHome } from '../basalt/home-processes.ts';
import { OWNER } from '../basalt/owner.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { aMoment, operationDone, recoverableUntil } from '../basalt/project-backups.ts';
import { disposeBasalt, startBasalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

const SCHEMA = `
  create table public.notes (id int primary key, owner uuid default auth.uid(), text text);
  create policy "mine" on public.notes for all to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
  alter publication supabase_realtime add table public.notes;
  create policy "members" on realtime.messages for all to authenticated
    using (realtime.topic() = 'club') with check (realtime.topic() = 'club');
`;

function joined(channel: RealtimeChannel): Promise<string> {
  return new Promise((done) => channel.subscribe((status, error) => done(error?.message ?? status)));
}

/** Joins, and waits until changes arrive. */
function listening(channel: RealtimeChannel): Promise<string> {
  return new Promise((done) => {
    channel
      .on('system', {}, ({ extension, message }) => {
        if (extension === 'postgres_changes') done(message);
      })
      .subscribe();
  });
}

test('two people share a channel, hear of their own rows and nobody else’s, and meet in private', async ({
  api,
  basalt,
  project: { ref },
}) => {
  await api.rows(ref, SCHEMA);
  await api.request('PATCH', `/v1/projects/${ref}/config/auth`, { mailer_autoconfirm: true });
  const { url, anon, publishable, serviceRole } = await keysOf(api, basalt, ref);
  const people = [];
  for (const name of ['ann', 'bob']) {
    const client = clientOf(url, name === 'ann' ? anon : publishable);
    const { error } = await client.auth.signUp({ email: `${name}@example.com`, password: 'correct horse' });
    expect(error).toBeNull();
    const changes: string[] = [];
    const channel = client
      .channel('notes')
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'notes' },
        ({ eventType, new: row, old }) =>
          changes.push(`${eventType} ${'text' in row ? row.text : Object.keys(old).join()}`),
      );
    expect(await listening(channel)).toBe('Subscribed to PostgreSQL');
    people.push({ client, changes });
  }
  const [ann, bob] = people as [(typeof people)[0], (typeof people)[0]];
  await ann.client.from('notes').insert({ id: 1, text: 'of Ann' });
  await bob.client.from('notes').insert({ id: 2, text: 'of Bob' });
  await ann.client.from('notes').update({ text: 'again' }).eq('id', 1);
  await expect
    .poll(() => [ann.changes, bob.changes])
    .toEqual([['INSERT of Ann', 'UPDATE again'], ['INSERT of Bob']]);
  await clientOf(url, serviceRole).from('notes').delete().gt('id', 0);
  await expect.poll(() => bob.changes).toEqual(['INSERT of Bob', 'DELETE id', 'DELETE id']);

  const heard: unknown[] = [];
  const config = { private: true, broadcast: { ack: true }, presence: { key: 'ann' } };
  const hers = ann.client.channel('club', { config });
  const his = bob.client
    .channel('club', { config: { ...config, presence: { key: 'bob' } } })
    .on('broadcast', { event: '*' }, ({ event }) => heard.push(event))
    .on('presence', { event: 'sync' }, () => {});
  expect([await joined(hers), await joined(his)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
  await hers.track({ mood: 'calm' });
  await expect.poll(() => his.presenceState()).toMatchObject({ ann: [{ mood: 'calm' }] });
  expect(await hers.send({ type: 'broadcast', event: 'socket', payload: {} })).toBe('ok');
  await ann.client.channel('club', { config }).httpSend('http', {});
  await api.rows(ref, `select realtime.send('{}', 'database', 'club')`);
  await expect.poll(() => heard).toEqual(['socket', 'http', 'database']);
  const stranger = clientOf(url, anon).channel('club', { config });
  expect(await joined(stranger)).toMatch(/^"?Unauthorized: You do not have permissions to read/);
  await ann.client.realtime.disconnect();
  await expect.poll(() => his.presenceState()).toEqual({});
  for (const { client } of people) await client.removeAllChannels();

  const log = await api.request('GET', `/platform/projects/${ref}/request-log?service=realtime`);
  expect(log.body.entries).toContainEqual(
    expect.objectContaining({ path: '/realtime/v1/websocket', status: 101, method: 'GET' }),
  );
  await expect
    .poll(async () => (await api.rows(ref, 'select count(*)::int as n from pg_replication_slots'))[0])
    .toEqual({ n: 0 });

  const counted = async () => {
    const { body } = await api.request('GET', `/platform/projects/${ref}/realtime/stats?interval=1hr`);
    const sum = (what: string) =>
      body.buckets.reduce((total: number, bucket: Record<string, number>) => total + (bucket[what] ?? 0), 0);
    return body.buckets.length === 60 && sum('connections') >= 2 && sum('sent') > 5 && sum('received') > 5;
  };
  await expect.poll(counted, { timeout: 30_000 }).toBe(true);
});

test('tokens for trying out are for those who may see the keys, and sockets are ended by those who change the settings', async ({
  api,
  basalt,
  project: { ref },
}) => {
  const path = `/platform/projects/${ref}/temporary-tokens`;
  const shutdown = `/v1/projects/${ref}/config/realtime/shutdown`;
  const { url, anon } = await keysOf(api, basalt, ref);
  const client = clientOf(url, anon);
  const told: string[] = [];
  client.channel('open').subscribe((status) => told.push(status));
  const answers: unknown[] = [];
  for (const role of ['Read-only', 'Developer', null] as const) {
    const colleague = await apiAs(basalt, await addColleague(basalt, role));
    const status = async (method: string, at: string, body: object) =>
      (await colleague.request(method, at, body)).status;
    answers.push([
      role,
      await status('POST', path, { role: 'anon' }),
      await status('POST', path, { role: 'service_role' }),
      await status('POST', shutdown, {}),
      (await colleague.request('GET', `/platform/projects/${ref}/realtime/stats`)).status,
    ]);
  }
  expect(answers).toEqual([
    ['Read-only', 403, 403, 403, 200],
    ['Developer', 200, 200, 403, 200],
    [null, 404, 404, 404, 404],
  ]);
  const nobody = { role: 'authenticated', user_id: '00000000-0000-4000-8000-000000000000' };
  expect((await api.request('POST', path, nobody)).status).toBe(404);
  expect((await api.request('POST', path, { ...nobody, role: 'service_role' })).status).toBe(400);

  // The client comes back by itself.
  expect(told).toEqual(['SUBSCRIBED']);
  expect((await api.request('POST', shutdown)).status).toBe(204);
  await expect.poll(() => told, { timeout: 15_000 }).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']);
  const config = await api.request('GET', `/v1/projects/${ref}/config/realtime`);
  expect(config.body).not.toHaveProperty('sockets_ended_at');
  await client.realtime.disconnect();
});

test.describe('what dies', () => {
  test.setTimeout(180_000);

  test('a killed gateway loses no broadcast that it has acknowledged; a paused project ends its sockets, a restarted one goes on', async () => {
    const basalt = await startBasalt();
    try {
      const api = new ApiClient(basalt.origin, OWNER.accessToken);
      const { ref } = await api.createProject('Restless');
      await api.rows(ref, SCHEMA);
      const { url, anon, serviceRole } = await keysOf(api, basalt, ref);
      const [sender, receiver] = [clientOf(url, anon), clientOf(url, serviceRole)];
      const heard = new Set<number>();
      const changes: number[] = [];
      const theirs = receiver
        .channel('load')
        .on('broadcast', { event: 'n' }, ({ payload }) => heard.add(payload.n))
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, (change) =>
          changes.push(change.new.id),
        );
      expect(await listening(theirs)).toBe('Subscribed to PostgreSQL');
      const own = sender.channel('load', { config: { broadcast: { ack: true } } });
      expect(await joined(own)).toBe('SUBSCRIBED');
      const acknowledged: number[] = [];
      let over = false;
      const sending = (async () => {
        for (let n = 0; !over; n += 1) {
          if (own.state !== 'joined') await new Promise((done) => setTimeout(done, 20));
          else if (
            (await own.send({ type: 'broadcast', event: 'n', payload: { n } }, { timeout: 1_000 })) === 'ok'
          )
            acknowledged.push(n);
          await new Promise((done) => setTimeout(done, 12));
        }
      })();
      await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
      const before = acknowledged.length;
      for (const { pid, command } of await processesOfHome(basalt.home))
        if (command.includes('gateway-process')) process.kill(pid, 'SIGKILL');
      // What is sent while the receiver is not back yet reaches nobody: only what went before counts, and what comes after he is.
      await expect.poll(() => theirs.state, { timeout: 30_000 }).not.toBe('joined');
      await expect.poll(() => [theirs.state, own.state], { timeout: 30_000 }).toEqual(['joined', 'joined']);
      const back = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(back + 20);
      over = true;
      await sending;
      const missed = (some: number[]) => some.filter((n) => !heard.has(n));
      await expect
        .poll(() => [missed(acknowledged.slice(0, before)), missed(acknowledged.slice(back))])
        .toEqual([[], []]);

      // The database restarts under the sockets.
      const told: string[] = [];
      theirs.on('system', {}, ({ message }) => told.push(message));
      expect((await api.request('POST', `/platform/projects/${ref}/restart`, {})).status).toBeLessThan(300);
      await expect.poll(() => told.at(-1), { timeout: 60_000 }).toBe('Subscribed to PostgreSQL');
      await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
      await api.rows(ref, `insert into notes (id, text) values (7, 'after')`);
      await expect.poll(() => changes).toContain(7);

      await api.request('POST', `/v1/projects/${ref}/pause`);
      await api.waitForStatus(ref, 'INACTIVE');
      await expect.poll(() => receiver.realtime.isConnected()).toBe(false);
      for (const client of [sender, receiver]) await client.realtime.disconnect();
    } finally {
      await disposeBasalt(basalt);
    }
  });

  test('sockets hold up no change of their project, and clients come back by themselves while it is there', async ({
    api,
    basalt,
  }) => {
    const { ref } = await api.createProject('Restive', { postgres_engine: '17' });
    await api.rows(ref, SCHEMA);
    const { url, anon, serviceRole } = await keysOf(api, basalt, ref);
    const [listener, bystander] = [clientOf(url, serviceRole), clientOf(url, anon)];
    const told: string[] = [];
    const changes: number[] = [];
    const channel = listener
      .channel('notes')
      .on('system', {}, ({ message }) => told.push(message))
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, (change) =>
        changes.push(change.new.id),
      );
    expect(await listening(channel)).toBe('Subscribed to PostgreSQL');
    const statuses: string[] = [];
    bystander.channel('lobby').subscribe((status) => statuses.push(status));
    await expect.poll(() => statuses).toEqual(['SUBSCRIBED']);
    const socketsLeft = () => expect.poll(() => statuses, { timeout: 45_000 }).toContain('CHANNEL_ERROR');
    let note = 0;
    const comesBack = async () => {
      await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
      await expect.poll(() => told.at(-1), { timeout: 45_000 }).toBe('Subscribed to PostgreSQL');
      note += 1;
      await api.rows(ref, `insert into notes (id, text) values (${note}, 'after')`);
      await expect.poll(() => changes.at(-1)).toBe(note);
      await expect.poll(() => statuses.at(-1), { timeout: 45_000 }).toBe('SUBSCRIBED');
      told.length = 0;
      statuses.length = 0;
    };

    await comesBack();
    expect((await api.request('POST', `/v1/projects/${ref}/pause`)).status).toBe(200);
    await api.waitForStatus(ref, 'INACTIVE');
    await socketsLeft();
    await api.request('POST', `/v1/projects/${ref}/restore`);
    await comesBack();

    const moment = await aMoment();
    await recoverableUntil(api, ref, moment);
    const restore = await api.request('POST', `/platform/database/${ref}/backups/pitr`, {
      at: moment.toISOString(),
    });
    expect(restore.status).toBe(200);
    await socketsLeft();
    await operationDone(api, ref, restore.body.operation_id);
    await comesBack();

    const upgrade = await api.request('POST', `/v1/projects/${ref}/upgrade`, { target_version: '18' });
    expect(upgrade.status).toBe(201);
    await socketsLeft();
    await comesBack();

    expect((await api.request('DELETE', `/v1/projects/${ref}`)).status).toBe(200);
    await socketsLeft();
    await expect.poll(async () => (await api.request('GET', `/v1/projects/${ref}`)).status).toBe(404);
    for (const client of [listener, bystander]) await client.realtime.disconnect();
  });
});
