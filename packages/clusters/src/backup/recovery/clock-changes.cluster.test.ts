import { expect, test } from 'vitest';
import { useTestBackups } from '../backups-for-test.ts';
import { openClusterBackups } from '../open-cluster-backups.ts';

const context = useTestBackups();
const ref = 'clocked';
const DAY_MS = 86_400_000;

test('after a clock that went ahead for a while, moments mean what people saw last', async () => {
  const { driver, store, addRow } = context;
  let aheadMs = 0;
  const backups = openClusterBackups({
    driver,
    store,
    pace: { perSecondMb: 1024, burstMb: 1024 },
    now: () => ({ moment: new Date(Date.now() + aheadMs), steadyMs: performance.now() }),
  });
  const rowsAt = async (at: Date) => {
    await backups.restore({ ref, scratch: 'look', target: { kind: 'time', at } });
    const rows = await context.rowsOf('look');
    await driver.remove('look');
    return rows;
  };
  await context.create(ref, 17);
  await backups.takeBase(ref);
  const before = await addRow(ref, 'before');
  await backups.ship(ref);

  aheadMs = 2 * DAY_MS;
  await addRow(ref, 'ahead');
  await backups.ship(ref);
  // A restore in place while the clock is ahead: the branch that was left was left in two days.
  await driver.stop(ref);
  await backups.ship(ref);
  await backups.restore({ ref, scratch: 'try', target: { kind: 'latest' } });
  await driver.replace(ref, 'try', 'ahead');
  await driver.start(ref);
  await backups.ship(ref);

  aheadMs = 0;
  const unclear = await addRow(ref, 'after');
  await backups.ship(ref);
  await expect(rowsAt(unclear)).rejects.toMatchObject({ code: 'out_of_range' });
  const target = { kind: 'time', at: unclear } as const;
  await expect(backups.assertRestorable({ ref, target })).rejects.toThrow('was set back from');

  await backups.takeBase(ref);
  const clear = await addRow(ref, 'later');
  await addRow(ref, 'too late');
  await backups.ship(ref);
  await backups.assertRestorable({ ref, target: { kind: 'time', at: clear } });
  expect(await rowsAt(clear)).toEqual(['before', 'ahead', 'after', 'later']);
  expect(await rowsAt(before)).toEqual(['before']);
  await expect(rowsAt(unclear)).rejects.toThrow('Choose a moment before');

  // Also for a process that begins anew.
  await expect(
    context.reopen().assertRestorable({ ref, target: { kind: 'time', at: unclear } }),
  ).rejects.toThrow('was set back from');
});
