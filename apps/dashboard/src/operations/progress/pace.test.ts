import { describe, expect, test } from 'vitest';
import { addSample, paceOf, type Sample } from './pace.ts';

const after = (...samples: Array<[at: number, done: number]>) =>
  samples.reduce<readonly Sample[]>((all, [at, done]) => addSample(all, { at, done }), []);

describe('pace', () => {
  test.each<[string, Array<[number, number]>, number | null]>([
    ['cannot be told before anything was seen', [], null],
    ['cannot be told from one look', [[0, 500]], null],
    [
      'cannot be told from two looks at the same moment',
      [
        [0, 0],
        [100, 500],
      ],
      null,
    ],
    [
      'is bytes a second',
      [
        [0, 0],
        [2_000, 500],
      ],
      250,
    ],
    [
      'is nothing while nothing moves',
      [
        [0, 500],
        [2_000, 500],
      ],
      0,
    ],
    [
      'forgets what is long ago',
      [
        [0, 0],
        [10_000, 9_000],
        [20_000, 9_100],
        [25_000, 9_150],
      ],
      10,
    ],
    [
      'begins anew with the next piece of work',
      [
        [0, 0],
        [1_000, 900],
        [2_000, 10],
        [4_000, 30],
      ],
      10,
    ],
  ])('%s', (_, samples, pace) => expect(paceOf(after(...samples))).toBe(pace));
});
