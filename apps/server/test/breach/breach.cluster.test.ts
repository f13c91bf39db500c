import { BREACH_TURN, describeShare } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryRound } from './attempt-rounds.ts';
import { ATTEMPTS } from './attempts/index.ts';
import { BreachMatrix } from './matrix.ts';
import { roundsOf } from './rounds.ts';
import { Yard } from './yard.ts';

/**
 * Assume that somebody has broken out of a project's database: he is its superuser and has a shell as its system user. Whatever
 * he plants, and whatever the platform does then, he reaches neither root nor the platform nor another project, and
 * nothing of him outlives his database.
 */
const isRoot = process.getuid?.() === 0;
const matrix = new BreachMatrix();
let yard: Yard;

describe.skipIf(!isRoot)('somebody with a shell in a project, where root looks after the clusters,', () => {
  beforeAll(async () => {
    yard = await Yard.open(null);
  }, 120_000);

  afterAll(async () => {
    process.stdout.write(`\n${describeShare(BREACH_TURN, 'BREACH_MATRIX')}\n${matrix.printed()}\n\n`);
    await yard?.close();
  }, 120_000);

  it.each(
    roundsOf(ATTEMPTS).map((round) => ({
      ...round,
      what:
        round.attempts.length === 1
          ? round.attempts[0]?.name
          : `makes ${round.attempts.length} attempts at once`,
    })),
  )(
    '$what: $operation, PostgreSQL $major',
    async ({ attempts, operation, major }) => {
      for (const { attempt } of attempts.map((each) => ({ attempt: each })))
        matrix.write(attempt.name, operation, `${major} root`, 'broken');
      const results = await tryRound(yard, { attempts, operation, major });
      for (const { attempt, verdict } of results)
        matrix.write(attempt.name, operation, `${major} root`, verdict);
      const broken = results.filter(({ verdict }) => verdict === 'broken');
      expect(broken.map(({ attempt, because }) => [attempt.name, ...because])).toEqual([]);
    },
    // A group that fails is tried again one by one.
    300_000,
  );
});
