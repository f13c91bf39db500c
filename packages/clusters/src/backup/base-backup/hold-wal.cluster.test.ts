import { withClient } from '@basalt/postgres';
import { expect, it } from 'vitest';
import { useTestBackups } from '../backups-for-test.ts';
import { openClusterBackups } from '../open-cluster-backups.ts';

const context = useTestBackups();

it('a slow backup of a database that is written to has all the log it needs, and holds none afterwards', async () => {
  const ref = 'slowandbusydatabase';
  await context.create(ref, 17);
  const address = await context.driver.address(ref);
  const { driver, store } = context;
  const slow = openClusterBackups({ driver, store, pace: { perSecondMb: 24, burstMb: 0 } });
  let isTaken = false;
  const taking = slow.takeBase(ref).finally(() => {
    isTaken = true;
  });
  await withClient(address, async (client) => {
    let segments = 0;
    for (; !isTaken && segments < 8; segments += 1) {
      await client.query(
        'create table if not exists churn (a text); insert into churn select md5(n::text) from generate_series(1, 2000) n',
      );
      await client.query('select pg_switch_wal()');
      await client.query('checkpoint');
    }
    expect(segments).toBeGreaterThan(3);
  });
  await expect(taking).resolves.toMatchObject({ major: 17 });
  const slots = await withClient(address, (client) =>
    client.query('select slot_name from pg_replication_slots'),
  );
  expect(slots.rows).toEqual([]);
});
