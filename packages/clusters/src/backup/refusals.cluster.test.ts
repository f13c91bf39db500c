import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, useTestBackups } from './backups-for-test.ts';
import { openClusterBackups } from './open-cluster-backups.ts';
import type { RecoveryTarget } from './ports/cluster-backups.ts';
import { compress, decompress } from './store/compression.ts';
import { SEGMENT_BYTES } from './wal/wal-names.ts';

const context = useTestBackups();
const ref = 'refused';
const latest: RecoveryTarget = { kind: 'latest' };

async function restoring(target: RecoveryTarget): Promise<unknown> {
  const outcome = await context.backups
    .restore({ ref, scratch: 'try', target })
    .catch((error: unknown) => error);
  expect(await context.driver.listScratch()).toEqual([]);
  expect(existsSync(join(context.driver.root, 'incoming', 'try'))).toBe(false);
  return outcome;
}

/** Finished segments in the store, oldest first, as paths. */
async function finishedSegments(of: string): Promise<string[]> {
  const objects = await context.store.list(`${of}/wal/`);
  return objects.flatMap(({ key }) => (key.endsWith('.zst') ? [join(context.folder, key)] : []));
}

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 0x40, middle);
  await writeFile(path, bytes);
}

/** Changes a stored file for the time of a task. */
async function whileChanged(
  path: string,
  change: () => Promise<void>,
  task: () => Promise<void>,
): Promise<void> {
  const copy = join(context.folder, '..', 'untouched');
  await copyFile(path, copy);
  await change();
  await task();
  await rename(copy, path);
}

test('without a backup there is nothing to restore and no window', async () => {
  const { backups } = context;
  await context.create(ref, 17);
  expect(await restoring(latest)).toMatchObject({ code: 'out_of_range' });
  await backups.ship(ref);
  expect(await backups.window(ref)).toBeNull();
  expect(await restoring(latest)).toMatchObject({ code: 'out_of_range' });
  expect(await restoring({ kind: 'backup', id: '../../../etc' })).toMatchObject({ code: 'not_found' });
});

test('a source that is killed during the backup leaves nothing behind', async () => {
  const { driver, store } = context;
  const slow = openClusterBackups({ driver, store, pace: { perSecondMb: 4, burstMb: 0 } });
  const { pid } = await driver.start(ref);
  let isKilled = false;
  const taking = slow.takeBase(ref, {
    onProgress: (done) => {
      if (done > 1e6 && !isKilled) isKilled = process.kill(pid, 'SIGKILL');
    },
  });
  await expect(taking).rejects.toMatchObject({ code: 'source_failed' });
  expect(isKilled).toBe(true);
  expect(await store.list(`${ref}/base/`)).toEqual([]);
  await driver.start(ref);

  const calledOff = new AbortController();
  const { signal } = calledOff;
  const onProgress = () => calledOff.abort(new Error('called off'));
  await expect(slow.takeBase(ref, { onProgress, signal })).rejects.toThrow('called off');
  expect(await store.list(`${ref}/base/`)).toEqual([]);
});

test('a moment outside the window is refused with both edges', async () => {
  const { backups, driver, addRow } = context;
  await backups.takeBase(ref);
  for (const name of ['one', 'two', 'three']) {
    await addRow(ref, name);
    await run(await driver.address(ref), 'select pg_switch_wal()');
  }
  await addRow(ref, 'four');
  await expect
    .poll(async () => {
      await backups.ship(ref);
      return (await finishedSegments(ref)).length;
    })
    .toBeGreaterThan(3);
  const window = await backups.window(ref);
  for (const at of [new Date('2020-01-01T00:00:00Z'), new Date(Date.now() + 3_600_000)]) {
    const refusal = await restoring({ kind: 'time', at });
    expect(refusal).toMatchObject({ code: 'out_of_range' });
    for (const edge of [window?.earliest, window?.latest])
      expect(String(refusal)).toContain(edge?.toISOString());
  }
});

test('a backup or a segment with a changed byte is damaged', async () => {
  const [base] = await context.backups.list(ref);
  const data = join(context.folder, ref, 'base', base?.id ?? '', 'data.tar.zst');
  const segment = (await finishedSegments(ref)).at(-1) ?? '';
  for (const path of [data, segment])
    await whileChanged(
      path,
      () => flipByte(path),
      async () => expect(await restoring(latest)).toMatchObject({ code: 'damaged' }),
    );
});

test('what is of another database is not used', async () => {
  const { backups, driver } = context;
  await context.create('stranger', 17);
  const strange = await backups.takeBase('stranger');
  const segment = (await finishedSegments(ref)).at(-1) ?? '';
  const giveAway = async () => {
    const content = await decompress(await readFile(segment), SEGMENT_BYTES);
    content.writeBigUInt64LE(BigInt(strange.systemIdentifier), 24);
    await writeFile(segment, await compress(content));
  };
  await whileChanged(segment, giveAway, async () => {
    expect(await restoring(latest)).toMatchObject({ code: 'foreign' });
  });

  const smuggled = join(context.folder, ref, 'base', strange.id);
  await mkdir(smuggled);
  await cp(join(context.folder, 'stranger', 'base', strange.id), smuggled, { recursive: true });
  expect(await restoring({ kind: 'backup', id: strange.id })).toMatchObject({ code: 'foreign' });
  await backups.remove(ref, strange.id);
  await driver.remove('stranger');
});

test('a missing segment is a gap until the next backup', async () => {
  const { backups, addRow } = context;
  const { safeUntil } = await backups.ship(ref);
  const segments = await finishedSegments(ref);
  await rename(segments.at(-2) ?? '', join(context.folder, '..', 'lost'));
  expect(await backups.window(ref)).toBeNull();
  expect(await restoring(latest)).toMatchObject({ code: 'gap' });
  expect(await restoring({ kind: 'time', at: safeUntil })).toMatchObject({ code: 'gap' });

  const base = await backups.takeBase(ref);
  const moment = await addRow(ref, 'after the gap');
  await backups.ship(ref);
  expect(await backups.window(ref)).toMatchObject({ earliest: base.finishedAt, timeline: 1 });
  expect(await restoring({ kind: 'time', at: moment }).catch(String)).not.toHaveProperty('code');
});

test('what an attempt that was killed left is thrown away first', async () => {
  const { backups, driver } = context;
  await driver.create({ ref: 'try', kind: 'scratch', major: 17, port: null });
  await driver.start('try');
  await mkdir(join(driver.root, 'incoming', 'try', 'global'), { recursive: true });
  await backups.restore({ ref, scratch: 'try', target: latest });
  expect(await context.rowsOf('try')).toContain('after the gap');
  await driver.remove('try');
});
