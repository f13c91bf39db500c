import { describeShare, KILL_TURN, shareOf } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Moment, OperationMatrix } from './operation-matrix.ts';
import { operationRows } from './operation-rows.ts';
import { PlatformUnderTest } from './platform-under-test.ts';
import { ProjectsAtWork } from './projects-at-work.ts';

/**
 * SIGKILL at every step of every operation that moves data: of the platform process, and of all PostgreSQL servers of
 * projects. Afterwards the operation is done, or was taken back and says why; the rows are there; nothing is left over. The
 * steps are learned by letting each operation run once undisturbed. A run tries a share of the cases.
 */
const platform = await PlatformUnderTest.create('23432-23631');
const at = new ProjectsAtWork(platform);
const matrix = new OperationMatrix(at);

beforeAll(async () => {
  await platform.start();
  await at.setUp();
}, 180_000);

afterAll(async () => {
  process.stdout.write(
    `\n${describeShare(KILL_TURN, 'KILL_MATRIX')}\n${matrix.printed(['platform before', 'platform after', 'postgres before'])}\n\n`,
  );
  await platform.remove();
}, 60_000);

const rows = operationRows(at).map((row, number) => ({ ...row, number, title: row.name ?? row.kind }));

describe.each(rows)('$title', (row) => {
  let steps: string[] = [];

  it('runs undisturbed', async () => {
    steps = await matrix.undisturbed(row);
    expect(steps.length).toBeGreaterThan(0);
  }, 120_000);

  it.for(['platform', 'postgres'] as const)(
    'survives the death of %s at the steps of the share',
    { timeout: 600_000 },
    async (victim, { skip }) => {
      const cases = steps.flatMap((step, place) => momentsOf(victim, place).map((when) => ({ step, when })));
      const share = shareOf(cases, KILL_TURN, row.number + (victim === 'postgres' ? 2 : 0));
      skip(share.length === 0, 'No step of it is in the share.');
      for (const { step, when } of share) await matrix.disturbed(row, step, when, victim);
    },
  );
});

/**
 * A step whose end was not recorded runs again: death after it is what it must bear. Death before it differs only for the first.
 * With `KILL_MATRIX=full` every step is tried at both moments.
 */
function momentsOf(victim: 'platform' | 'postgres', place: number): Moment[] {
  if (victim === 'postgres') return ['before'];
  return place === 0 || KILL_TURN === null ? ['before', 'after'] : ['after'];
}
