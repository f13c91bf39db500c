import { useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joined, openRealtimeApi, type RealtimeApi } from './realtime-for-test.ts';

const cluster = useTestCluster();
let gateways: RealtimeApi[];
let address: Awaited<ReturnType<typeof cluster.createDatabase>>;

beforeAll(async () => {
  address = await cluster.createDatabase();
  gateways = [await openRealtimeApi(address), await openRealtimeApi(address)];
});
afterAll(async () => {
  for (const gateway of gateways ?? []) await gateway.close();
});

test('who has joined by a gateway that has just come hears what another one acknowledges, though a third hangs', async () => {
  const sender = (await gateways[0]?.client('anon'))?.channel('early', {
    config: { broadcast: { ack: true } },
  });
  if (sender === undefined) throw new Error('There is no sender.');
  expect(await joined(sender)).toBe('SUBSCRIBED');
  const hanging = { ...address, user: 'supabase_realtime_admin', applicationName: 'basalt-realtime-peers' };
  const heard: number[] = [];
  const joinAndSend = async (round: number) => {
    const client = await gateways[1]?.client('anon');
    const listener = client?.channel('early').on('broadcast', { event: 'n' }, ({ payload }) => {
      heard.push(payload.round);
    });
    if (listener === undefined) throw new Error('There is no listener.');
    expect(await joined(listener)).toBe('SUBSCRIBED');
    expect(await sender.send({ type: 'broadcast', event: 'n', payload: { round } })).toBe('ok');
    await expect.poll(() => heard.at(-1)).toBe(round);
    await gateways[1]?.endClients();
  };
  for (let round = 0; round < 5; round += 1) await joinAndSend(round);
  await withClient(hanging, () => joinAndSend(5));
  expect(heard).toEqual([0, 1, 2, 3, 4, 5]);
  await gateways[0]?.endClients();
});

test('clients of two gateways hear and see each other, and lose sight when a gateway goes', async () => {
  const heard: unknown[][] = [[], []];
  const channels = [];
  for (const [index, gateway] of gateways.entries()) {
    const channel = (await gateway.client('anon')).channel('both', {
      config: { presence: { key: `by ${index}` } },
    });
    channel
      .on('broadcast', { event: '*' }, ({ payload }) => heard[index]?.push(payload))
      .on('presence', { event: 'sync' }, () => {});
    expect(await joined(channel)).toBe('SUBSCRIBED');
    await channel.track({ at: index });
    channels.push(channel);
  }
  const [first, second] = channels;
  const present = (channel: typeof first) => Object.keys(channel?.presenceState() ?? {}).sort();
  await expect
    .poll(() => [present(first), present(second)])
    .toEqual([
      ['by 0', 'by 1'],
      ['by 0', 'by 1'],
    ]);
  const large = { text: 'ä'.repeat(50_000) };
  await first?.send({ type: 'broadcast', event: 'e', payload: { n: 1 } });
  await first?.send({ type: 'broadcast', event: 'e', payload: large });
  await second?.httpSend('e', { n: 2 });
  await expect.poll(() => heard.map(({ length }) => length)).toEqual([1, 3]);
  expect(heard[1]?.filter((payload) => (payload as { n?: number }).n !== 2)).toEqual([{ n: 1 }, large]);

  // The days to come have room for messages by then.
  const partitions = `select from pg_inherits where inhparent = 'realtime.messages'::regclass`;
  await expect
    .poll(async () => (await withClient(address, (client) => client.query(partitions))).rowCount)
    .toBe(5);

  // Anybody's notifications must not harm a gateway.
  await withClient(address, (client) =>
    client.query(
      `select pg_notify('basalt_realtime', 'x 1 0 1 ' || encode('{"kind":"track","ref":7}', 'base64'))`,
    ),
  );
  await gateways[1]?.close();
  await expect.poll(() => present(first)).toEqual(['by 0']);
  const alone = `select from pg_stat_activity where datname = current_database() and application_name = 'basalt-realtime-peers'`;
  await gateways[0]?.endClients();
  await expect
    .poll(async () => (await withClient(address, (client) => client.query(alone))).rowCount)
    .toBe(0);
});
