import { readFileSync } from 'node:fs';
import { BREACH_TURN, describeShare } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryRound } from './attempt-rounds.ts';
import { ATTEMPTS } from './attempts/index.ts';
import { BreachMatrix } from './matrix.ts';
import { isFull, roundsOf } from './rounds.ts';
import { Yard } from './yard.ts';

/**
 * The same where an ordinary user looks after the clusters. One system user runs everything then, and SECURITY.md says that
 * nothing separates the projects: what gets through is what the attempts declare, and nothing else.
 */
const isRoot = process.getuid?.() === 0;
/** A user that nobody has, and no cluster of root's gets. */
const UID = 47_000 + (process.pid % 1_000);
const COLUMN = (major: number) => `${major} not root`;
const matrix = new BreachMatrix();
let yard: Yard;

describe.skipIf(!isRoot)(
  'somebody with a shell in a project, where an ordinary user looks after the clusters,',
  () => {
    beforeAll(async () => {
      yard = await Yard.open(UID);
    }, 120_000);

    afterAll(async () => {
      process.stdout.write(`\n${describeShare(BREACH_TURN, 'BREACH_MATRIX')}\n${matrix.printed()}\n\n`);
      await yard?.close();
    }, 120_000);

    // What operations do with the rights that they have is shown by root; here it matters what is open anyway.
    const rounds = roundsOf(ATTEMPTS).filter(
      ({ operation }) => isFull || operation === 'running' || operation === 'session',
    );

    it.each(
      rounds.map((round) => ({
        ...round,
        what:
          round.attempts.length === 1
            ? round.attempts[0]?.name
            : `makes ${round.attempts.length} attempts at once`,
      })),
    )(
      '$what: $operation, PostgreSQL $major',
      async ({ attempts, operation, major }) => {
        const results = await tryRound(yard, { attempts, operation, major });
        for (const { attempt, verdict } of results)
          matrix.write(attempt.name, operation, COLUMN(major), verdict);
        const broken = results.filter(({ verdict }) => verdict === 'broken');
        expect(broken.map(({ attempt, because }) => [attempt.name, ...because])).toEqual([]);
        // A declaration that is not true any more must go: SECURITY.md would say too little for the product.
        const declared = results.filter(({ attempt }) => attempt.withoutRoot === 'not separated');
        if (operation === 'running')
          expect(
            declared.filter(({ verdict }) => verdict === 'held').map(({ attempt }) => attempt.name),
          ).toEqual([]);
      },
      // A group that fails is tried again one by one.
      300_000,
    );

    it('is what SECURITY.md says', () => {
      const text = readFileSync(new URL('../../../../SECURITY.md', import.meta.url), 'utf8').replace(
        /\s+/g,
        ' ',
      );
      expect(text).toContain('**Projects from each other without root.**');
      expect(text).toContain('its server runs as the same user as the platform');
    });
  },
);
