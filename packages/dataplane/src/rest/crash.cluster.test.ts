import { useTestCluster } from '@basalt/clusters/testing';
import { connect } from '@basalt/postgres';
import { expect, test } from 'vitest';
import { openRestApi } from './rest-api-for-test.ts';

const cluster = useTestCluster();

test('a crash of the server: 503 in between and never anything worse', async () => {
  const address = await cluster.createDatabase();
  const api = await openRestApi(address);
  try {
    // A crash empties it: so we see that one has happened. The test cluster does not wait for its disk.
    await api.sql(
      'create unlogged table marker (id int); insert into marker values (1); create table items (id int)',
    );
    await api.sql(`create function nap() returns void language sql as 'select pg_sleep(60)'`);
    await api.sql('checkpoint');
    const seen: number[] = [];
    const ask = async (request: string) => {
      const answer = await api.ask(request);
      seen.push(answer.status);
      return answer.json;
    };
    expect(await ask('GET /marker')).toEqual([{ id: 1 }]);

    const asleep = api.ask('POST /rpc/nap');
    await expect
      .poll(() => api.sql("select 1 from pg_stat_activity where wait_event = 'PgSleep'"))
      .toHaveLength(1);
    const victim = await connect(address);
    const { rows } = await victim.query('select pg_backend_pid() as pid');
    await api.sql(`copy (select 1) to program 'kill -9 ${rows[0].pid}'`).catch(() => undefined);
    const all = ['GET /marker', 'GET /items', 'POST /rpc/nowhere'];
    await expect.poll(() => Promise.all(all.map(ask))).toMatchObject([[], [], { code: 'PGRST202' }]);
    expect(await asleep).toMatchObject({ status: 503, json: { code: 'PGRST001' } });
    // The function is not there at any time.
    expect(seen.filter((status) => status !== 200 && status !== 503 && status !== 404)).toEqual([]);

    await api.sql('create table made_after (id int)');
    await expect.poll(() => ask('GET /made_after')).toEqual([]);
  } finally {
    await api.close();
  }
});
