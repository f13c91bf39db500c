import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { run, useTestBackups } from './backups-for-test.ts';

const context = useTestBackups();
const ref = 'archived';

async function newestRows(): Promise<string[]> {
  await context.backups.restore({ ref, scratch: 'look', target: { kind: 'latest' } });
  const rows = await context.rowsOf('look');
  await context.driver.remove('look');
  return rows;
}

async function switchSegment(): Promise<void> {
  await run(await context.driver.address(ref), 'select pg_switch_wal()');
}

test('a pass keeps what was committed before it, and one with nothing new writes nothing', async () => {
  const { backups, addRow } = context;
  await context.create(ref, 17);
  await backups.takeBase(ref);
  const before = await addRow(ref, 'one');
  const pass = await backups.ship(ref);
  expect(pass.bytes).toBeGreaterThan(0);
  expect(pass.safeUntil.getTime()).toBeGreaterThanOrEqual(before.getTime());
  expect(await newestRows()).toEqual(['one']);

  await expect.poll(async () => (await backups.ship(ref)).bytes, { interval: 150 }).toBe(0);
  const { safeUntil } = await backups.ship(ref);
  expect((await backups.window(ref))?.latest.getTime()).toBeGreaterThanOrEqual(safeUntil.getTime());
});

test('a server that rests says when it goes on, and can be asked meanwhile', async () => {
  const { driver } = context;
  let skippedMs = 0;
  const backups = context.reopen({
    now: () => ({ moment: new Date(), steadyMs: performance.now() + skippedMs }),
  });
  /** Listens to the server once it rests. In an object, because what comes out is waited for later. */
  const rest = async (): Promise<{ written: Promise<void> }> => {
    for (;;) {
      const { restsAt } = await backups.ship(ref);
      const written = restsAt && driver.walWritten(ref, restsAt);
      if (written) return { written };
      await sleep(20);
    }
  };
  const { written } = await rest();
  await run(await driver.address(ref), 'create table elsewhere ()');
  await written;
  expect((await backups.ship(ref)).bytes).toBeGreaterThan(0);

  const { written: interrupted } = await rest();
  const now = new Date();
  expect((await backups.window(ref))?.latest.getTime()).toBeGreaterThanOrEqual(now.getTime());
  await interrupted;

  // Nobody has archived it for minutes: then its window ends where it did, and it is not asked.
  const { written: later } = await rest();
  await sleep(5);
  const unasked = new Date();
  skippedMs = 180_000;
  expect((await backups.window(ref))?.latest.getTime()).toBeLessThan(unasked.getTime());
  skippedMs = 0;
  await backups.ship(ref);
  await later;

  const { written: ended } = await rest();
  await driver.stop(ref);
  await ended;
  await driver.start(ref);
});

test('finished segments, those that wait for the server and the one being written follow each other', async () => {
  const { backups, driver, addRow } = context;
  for (const name of ['two', 'three', 'four']) {
    await addRow(ref, name);
    await switchSegment();
  }
  await addRow(ref, 'five');
  await backups.ship(ref);
  expect(await newestRows()).toEqual(['one', 'two', 'three', 'four', 'five']);

  await driver.stop(ref);
  const again = context.reopen();
  await again.ship(ref);
  const names = (await context.store.list(`${ref}/wal/`)).map(({ key }) => key.split('/').at(-1) ?? '');
  expect(names.filter((name) => name.endsWith('.zst')).length).toBeGreaterThanOrEqual(5);
  expect(names.filter((name) => name.endsWith('.partial'))).toHaveLength(1); // a stop begins one more segment
  await driver.start(ref);
});

test('a killed server loses nothing of what the archive has, before and after its recovery', async () => {
  const { backups, driver, addRow } = context;
  await addRow(ref, 'six');
  const { pid } = await driver.start(ref);
  process.kill(pid, 'SIGKILL');
  await backups.ship(ref);
  expect(await newestRows()).toContain('six');
  await driver.start(ref);
  await addRow(ref, 'seven');
  await backups.ship(ref);
  expect((await newestRows()).slice(-2)).toEqual(['six', 'seven']);
});

test('every backup is read to its end in a cluster of its own, which is gone afterwards', async () => {
  const { backups, driver } = context;
  const [base] = await backups.list(ref);
  const { backup, relations, durationMs } = await backups.verify(ref);
  expect(backup).toEqual(base);
  expect(relations).toBeGreaterThan(200);
  expect(durationMs).toBeGreaterThan(0);
  expect(await driver.listScratch()).toEqual([]);
  expect(await backups.verify(ref, { backupId: base?.id ?? '' })).toMatchObject({ backup: base });
});

test('what is not needed any more is deleted, and the rest still leads to the newest', async () => {
  const { backups, store } = context;
  const [old] = await backups.list(ref);
  await store.put(`${ref}/base/20200101T000000Z-dead/data.tar.zst`, Buffer.from('left by a killed process'));
  const before = await backups.storedBytes(ref);
  const newer = await backups.takeBase(ref);
  const newest = await backups.takeBase(ref);
  await backups.ship(ref);
  expect(await backups.prune(ref, old?.finishedAt ?? new Date())).toEqual([]);
  expect(await backups.prune(ref, new Date())).toEqual([old?.id]);
  expect(await backups.list(ref)).toEqual([newer, newest]);
  const after = await backups.storedBytes(ref);
  expect(after.wal).toBeLessThan(before.wal);
  expect(await store.list(`${ref}/base/20200101T000000Z-dead/`)).toEqual([]);
  expect(await newestRows()).toHaveLength(7);

  await backups.removeAll(ref);
  expect(await store.list('')).toEqual([]);
  expect(await backups.window(ref)).toBeNull();
});
