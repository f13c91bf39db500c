import type { ComputeSettings } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { computeChanges, diskProblem, diskShare, draftOf, smallestDiskGb } from './compute-draft.ts';

const GB = 1024 ** 3;
const settings = (used = 0.5 * GB, size_gb = 8) =>
  ({
    size: 'nano',
    disk: { size_gb, used_bytes: used, read_only_at_bytes: 0, machine_free_bytes: null },
  }) as ComputeSettings;

describe('what is asked of the server', () => {
  it.each([
    ['nothing differs', {}, {}],
    ['another size', { size: 'small' }, { size: 'small' }],
    ['another disk', { disk: ' 20 ' }, { disk_size_gb: 20 }],
    ['both', { size: 'micro', disk: '9' }, { size: 'micro', disk_size_gb: 9 }],
    ['the same disk in other words', { disk: '08' }, {}],
    ['no number', { disk: '1e1' }, {}],
  ] as const)('%s', (_, draft, changes) => {
    expect(computeChanges(settings(), { ...draftOf(settings()), ...draft })).toEqual(changes);
  });
});

describe('the typed disk size', () => {
  it.each([
    ['8', null],
    ['1', null],
    ['200', null],
    ['0', 'Please choose between 1 and 200 GB'],
    ['201', 'Please choose between 1 and 200 GB'],
    ['', 'Please enter a whole number of GB'],
    ['1.5', 'Please enter a whole number of GB'],
    ['-4', 'Please enter a whole number of GB'],
  ])('"%s": %s', (disk, problem) => {
    expect(diskProblem(settings(), { size: 'nano', disk })).toBe(problem);
  });

  it('is not smaller than the data needs', () => {
    expect(diskProblem(settings(1.95 * GB), { size: 'nano', disk: '2' })).toBe('The data needs 3 GB or more');
    expect(diskProblem(settings(1.95 * GB), { size: 'nano', disk: '3' })).toBeNull();
  });

  it('may stay as it is when the disk is too full, and grow', () => {
    const full = settings(0.99 * GB, 1);
    expect(diskProblem(full, { size: 'nano', disk: '1' })).toBeNull();
    expect(diskProblem(full, { size: 'nano', disk: '2' })).toBeNull();
  });
});

it.each([
  [0, 1],
  [0.94 * GB, 1],
  [0.95 * GB, 2],
  [1.95 * GB, 3],
])('%i bytes need a disk of %i GB', (used, smallest) => {
  expect(smallestDiskGb(used)).toBe(smallest);
});

it.each([
  [1 * GB, 8, 'ok'],
  [6.5 * GB, 8, 'warn'],
  [7.6 * GB, 8, 'danger'],
  [9 * GB, 8, 'danger'],
] as const)('%i bytes of %i GB are %s', (used, size, tone) => {
  expect(diskShare(used, size).tone).toBe(tone);
});
