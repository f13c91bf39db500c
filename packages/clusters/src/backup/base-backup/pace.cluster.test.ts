import { withClient } from '@basalt/postgres';
import { ReplicationSession } from '@basalt/postgres/replication';
import { beforeAll, expect, test } from 'vitest';
import { useTestBackups } from '../backups-for-test.ts';
import { openClusterBackups } from '../open-cluster-backups.ts';
import { holdWal } from './hold-wal.ts';

const context = useTestBackups();
const ref = 'unhurrieddatabase';
const STANDSTILL = { perSecondMb: 0.000_001, burstMb: 1 };

beforeAll(() => context.create(ref, 17));

test('what was written before a backup began does not hurry it', async () => {
  const address = await context.driver.address(ref);
  const written = await withClient(address, async (client) => {
    await client.query(
      "create table bulk as select n, repeat('x', 500) as body from generate_series(1, 100000) n",
    );
    const { rows } = await client.query<{ share: number }>(
      `select (pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)
        / pg_size_bytes(current_setting('max_slot_wal_keep_size')))::float8 as share from pg_control_checkpoint()`,
    );
    return rows[0]?.share;
  });
  expect(written).toBeGreaterThan(0.02);
  const session = await ReplicationSession.open(address);
  const held = await holdWal(session, address, 'after-bulk');
  expect(await held.share()).toBeLessThan(0.01);
  session.close();
});

test('a verification keeps to the pace, a restore that somebody waits for does not', async () => {
  const { backups, driver, store } = context;
  await backups.ship(ref);
  await backups.takeBase(ref);
  await backups.ship(ref);
  const slow = openClusterBackups({ driver, store, pace: STANDSTILL });
  await slow.restore({ ref, scratch: 'waited-for', target: { kind: 'latest' } });
  await driver.remove('waited-for');

  const stop = new AbortController();
  const verifying = slow.verify(ref, { signal: stop.signal });
  const wasOver = await Promise.race([
    verifying.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false)),
  ]);
  stop.abort();
  await expect(verifying).rejects.toThrow();
  expect(wasOver).toBe(false);
});
