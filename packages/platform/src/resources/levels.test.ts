import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelAfter, nextLevel } from './levels.ts';

const THRESHOLDS = { warning: 0.8, critical: 0.95, slack: 0.05 };

describe('a level', () => {
  it.each([
    ['nothing below', [0.1, 0.79], null],
    ['begins at its threshold', [0.1, 0.8], 'warning'],
    ['can be critical at once', [0.1, 0.95], 'critical'],
    ['goes on a little below its threshold', [0.8, 0.76], 'warning'],
    ['ends further below', [0.8, 0.75], null],
    ['stays critical a little below', [0.96, 0.91], 'critical'],
    ['falls back to a warning', [0.96, 0.89], 'warning'],
    ['does not begin a little below its threshold', [0.5, 0.79], null],
    ['ends where nobody looked', [0.96, null], null],
    ['begins again after that', [0.96, null, 0.79], null],
  ])('%s', (_, shares, level) => expect(levelAfter(shares, THRESHOLDS)).toBe(level));

  it('changes once at most while the value stays within the slack', () => {
    const beside = fc.array(fc.double({ min: 0.751, max: 0.849, noNaN: true }), { minLength: 2 });
    fc.assert(
      fc.property(beside, (shares) => {
        let level: ReturnType<typeof nextLevel> = null;
        let changes = 0;
        for (const share of shares) {
          const next = nextLevel(level, share, THRESHOLDS);
          if (next !== level) changes += 1;
          level = next;
        }
        expect(changes).toBeLessThanOrEqual(1);
      }),
    );
  });
});
