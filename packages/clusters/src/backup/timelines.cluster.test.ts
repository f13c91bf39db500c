import { expect, test } from 'vitest';
import { useTestBackups } from './backups-for-test.ts';

const context = useTestBackups();
const ref = 'branches';

/** What a restore in place does: the archive gets everything, then the recovered database takes over. */
async function goBackTo(at: Date, keepAs: string): Promise<number> {
  const { backups, driver } = context;
  await driver.stop(ref);
  await backups.ship(ref);
  const { timeline } = await backups.restore({ ref, scratch: 'try', target: { kind: 'time', at } });
  await driver.replace(ref, 'try', keepAs);
  await driver.start(ref);
  await backups.ship(ref);
  return timeline;
}

async function rowsAt(at: Date, timeline?: number): Promise<string[]> {
  const { backups, driver } = context;
  const branch = timeline === undefined ? {} : { timeline };
  await backups.restore({ ref, scratch: 'look', target: { kind: 'time', at }, ...branch });
  const rows = await context.rowsOf('look');
  await driver.remove('look');
  return rows;
}

test('after two restores in place every branch of history can still be reached', async () => {
  const { backups, driver, addRow } = context;
  await context.create(ref, 17);
  await backups.takeBase(ref);
  const beforeAll = await addRow(ref, 'first');
  const first = await addRow(ref, 'second');
  const abandoned = await addRow(ref, 'abandoned');

  expect(await goBackTo(first, 'once')).toBe(2);
  expect(await backups.window(ref)).toMatchObject({ timeline: 2 });
  const onSecond = await addRow(ref, 'on the second branch');
  await backups.ship(ref);
  expect(await rowsAt(onSecond)).toEqual(['first', 'second', 'on the second branch']);

  expect(await goBackTo(beforeAll, 'twice')).toBe(3);
  const onThird = await addRow(ref, 'on the third branch');
  await backups.ship(ref);
  expect(await backups.window(ref)).toMatchObject({ timeline: 3 });

  expect(await rowsAt(onThird)).toEqual(['first', 'on the third branch']);
  expect(await rowsAt(abandoned)).toEqual(['first', 'second', 'abandoned']);
  expect(await rowsAt(abandoned, 1)).toEqual(['first', 'second', 'abandoned']);
  expect(await rowsAt(onSecond)).toEqual(['first', 'second', 'on the second branch']);
  expect(await rowsAt(first, 3)).toEqual(['first']);
  await expect(rowsAt(onThird, 1)).rejects.toMatchObject({ code: 'out_of_range' });
  await expect(rowsAt(onThird, 7)).rejects.toMatchObject({ code: 'out_of_range' });
  expect(await driver.listScratch()).toEqual([]);
});

test('a base backup of the new branch carries on, also one restored to its very end', async () => {
  const { backups, driver, addRow } = context;
  const base = await backups.takeBase(ref);
  expect(base.timeline).toBe(3);
  await driver.stop(ref);
  await backups.ship(ref);
  await backups.restore({ ref, scratch: 'try', target: { kind: 'backup', id: base.id } });
  await driver.replace(ref, 'try', 'thrice');
  await driver.start(ref);
  const moment = await addRow(ref, 'on the fourth branch');
  await backups.ship(ref);
  expect(await backups.window(ref)).toMatchObject({ timeline: 4 });
  expect(await rowsAt(moment)).toEqual(['first', 'on the third branch', 'on the fourth branch']);
});

test('a database that was put back goes on with its own branch', async () => {
  const { backups, driver, addRow } = context;
  await driver.stop(ref);
  await backups.ship(ref);
  await driver.putBack(ref, 'thrice', null);
  await driver.start(ref);
  const moment = await addRow(ref, 'on the third branch again');
  await backups.ship(ref);
  expect(await backups.window(ref)).toMatchObject({ timeline: 3 });
  expect(await rowsAt(moment)).toEqual(['first', 'on the third branch', 'on the third branch again']);
  const { timeline } = await backups.restore({ ref, scratch: 'look', target: { kind: 'latest' } });
  expect(timeline).toBe(5);
  await driver.remove('look');
});
