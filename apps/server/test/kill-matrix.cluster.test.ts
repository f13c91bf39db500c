import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Moment, OperationMatrix } from './operation-matrix.ts';
import { operationRows } from './operation-rows.ts';
import { PlatformUnderTest } from './platform-under-test.ts';
import { ProjectsAtWork } from './projects-at-work.ts';

/**
 * SIGKILL at every step of every operation that moves data: of the platform process, and of all PostgreSQL servers of
 * projects. Afterwards the operation is done, or was taken back and says why; the rows are there; nothing is left over. The
 * steps are learnt by letting each operation run once undisturbed.
 */
const platform = await PlatformUnderTest.create('23432-23631');
const at = new ProjectsAtWork(platform);
const matrix = new OperationMatrix(at);

beforeAll(async () => {
  await platform.start();
  await at.setUp();
}, 180_000);

afterAll(async () => {
  process.stdout.write(`\n${matrix.printed(['platform before', 'platform after', 'postgres before'])}\n\n`);
  await platform.remove();
}, 60_000);

describe.each(operationRows(at))('$kind', (row) => {
  let steps: string[] = [];

  it('runs undisturbed', async () => {
    steps = await matrix.undisturbed(row);
    expect(steps.length).toBeGreaterThan(0);
  }, 120_000);

  it.each(['platform', 'postgres'] as const)(
    'survives the death of %s at every step',
    async (victim) => {
      for (const [place, step] of steps.entries())
        for (const when of momentsOf(victim, place)) await matrix.disturbed(row, step, when, victim);
    },
    600_000,
  );
});

/**
 * A step whose end was not recorded runs again: death after it is what it must bear. Death before it differs only for the first.
 * With `KILL_MATRIX=full` every step is tried at both moments.
 */
function momentsOf(victim: 'platform' | 'postgres', place: number): Moment[] {
  if (victim === 'postgres') return ['before'];
  return place === 0 || process.env.KILL_MATRIX === 'full' ? ['before', 'after'] : ['after'];
}
