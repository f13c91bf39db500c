import { describe, expect, test } from 'vitest';
import { addSample, type ProgressLabels, paceOf, progressLabels, type Sample } from './progress-labels.ts';

const MB = 1024 ** 2;

test.each<[string, number, number | null, number | null, ProgressLabels]>([
  ['nothing yet', 0, 100 * MB, null, { share: 0, sizes: '0 B of 100 MB', pace: '' }],
  [
    'half',
    50 * MB,
    100 * MB,
    5 * MB,
    { share: 0.5, sizes: '50.0 MB of 100 MB', pace: '5.0 MB/s, about 10 s left' },
  ],
  [
    'seconds',
    90 * MB,
    100 * MB,
    4 * MB,
    { share: 0.9, sizes: '90.0 MB of 100 MB', pace: '4.0 MB/s, about 3 s left' },
  ],
  ['minutes', 0, 600 * MB, 2 * MB, { share: 0, sizes: '0 B of 600 MB', pace: '2.0 MB/s, about 5 min left' }],
  ['hours', 0, 14_400 * MB, 2 * MB, { share: 0, sizes: '0 B of 14.1 GB', pace: '2.0 MB/s, about 2 h left' }],
  ['stuck', 50 * MB, 100 * MB, 0, { share: 0.5, sizes: '50.0 MB of 100 MB', pace: '' }],
  ['almost done', 99 * MB, 100 * MB, 5 * MB, { share: 0.99, sizes: '99.0 MB of 100 MB', pace: '5.0 MB/s' }],
  ['no total', 50 * MB, null, 5 * MB, { share: null, sizes: '50.0 MB', pace: '5.0 MB/s' }],
  ['more than all', 120 * MB, 100 * MB, null, { share: 1, sizes: '120 MB of 120 MB', pace: '' }],
  ['nothing to do', 0, 0, null, { share: 1, sizes: '0 B of 0 B', pace: '' }],
])('%s', (_, done_bytes, total_bytes, pace, words) =>
  expect(progressLabels({ done_bytes, total_bytes }, pace)).toEqual(words),
);

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
