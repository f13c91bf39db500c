import { describeShare, KILL_TURN, shareOf } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FullDiskCases } from './full-disk-cases.ts';
import { OperationMatrix } from './operation-matrix.ts';
import { operationRows } from './operation-rows.ts';
import { PlatformUnderTest } from './platform-under-test.ts';
import { ProjectsAtWork } from './projects-at-work.ts';
import { mountSmallDisk } from './small-disk.ts';

/**
 * What befalls the whole machine at every step of every operation that moves data. It loses power: everything is killed at once,
 * and when it is back the process ids of dead servers belong to others. Or its disk gets full, to the last block, and is emptied
 * later. Afterwards the operation is done, or was taken back and says why; the rows are there; nothing is left over.
 */
const isFull = KILL_TURN === null;
/** What every case leaves behind must fit beside that of all others. */
const mounted = mountSmallDisk(isFull ? 12_000 : 4_000);
const disk = typeof mounted === 'string' ? null : mounted;
const platform = await PlatformUnderTest.create('23632-23731', disk?.path);
const at = new ProjectsAtWork(platform);
const matrix = new OperationMatrix(at, disk);

beforeAll(async () => {
  await platform.start();
  await at.setUp();
}, 180_000);

afterAll(async () => {
  process.stdout.write(
    `\n${describeShare(KILL_TURN, 'KILL_MATRIX')}\n${matrix.printed(['machine before', 'disk before'])}\n\n`,
  );
  try {
    await disk?.clear();
    await platform.remove();
  } finally {
    // Also when the platform never started: a mounted disk stays for good.
    disk?.remove();
  }
}, 60_000);

/**
 * Where something is on its way from one place to another: of these a run tries a share. With `KILL_MATRIX=full` every step of
 * every operation is tried.
 */
const TELLING = [
  'stop-cluster',
  'start-with-new-size',
  'copy',
  'exchange',
  'migrate',
  'update-extensions',
  'mark-removed',
];
const KINDS = ['pause', 'resize', 'back_up', 'restore_backup', 'upgrade', 'delete'];
const rows = operationRows(at)
  .filter(({ kind }) => isFull || KINDS.includes(kind))
  .map((row, number) => ({ ...row, number, title: row.name ?? row.kind }));

describe.each(rows)('$title', (row) => {
  let steps: string[] = [];

  it('runs undisturbed', async () => {
    const all = await matrix.undisturbed(row);
    steps = all.filter((step) => isFull || TELLING.includes(step));
    expect(steps.length).toBeGreaterThan(0);
  }, 120_000);

  it('survives a loss of power at the steps of the share', async ({ skip }) => {
    const share = shareOf(steps, KILL_TURN, row.number);
    skip(share.length === 0, 'No step of it is in the share.');
    for (const step of share) await matrix.disturbed(row, step, 'before', 'machine');
  }, 600_000);

  it.skipIf(disk === null)(
    disk === null
      ? `is not tried on a full disk: ${mounted}`
      : 'survives a full disk at the steps of the share',
    async ({ skip }) => {
      const share = shareOf(steps, KILL_TURN, row.number + 2);
      skip(share.length === 0, 'No step of it is in the share.');
      for (const step of share) await matrix.disturbed(row, step, 'before', 'disk');
    },
    600_000,
  );
});

describe.skipIf(disk === null)('a disk that gets full', () => {
  const cases = new FullDiskCases(at, disk);
  const steps = ['recover', 'create-cluster', 'start-cluster'].filter(
    (step) => isFull || step !== 'create-cluster',
  );

  it.each(steps)(
    'before the step %s of a restore into a new project',
    async (step) => {
      await cases.restoreToNew(step);
    },
    120_000,
  );

  it('keeps nobody from discarding a kept database, which makes room', async () => {
    await cases.discard();
  }, 120_000);

  it('before a branch is made', async () => {
    await cases.branch();
  }, 120_000);

  it('while a file for download is being made', async () => {
    await cases.download();
  }, 120_000);

  it('while a backup is being verified', async () => {
    await cases.verify();
  }, 120_000);
});
