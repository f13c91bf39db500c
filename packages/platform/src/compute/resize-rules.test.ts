import { COMPUTE_SIZES } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { unavailability } from './resize-rules.ts';

const GB = 1_024 ** 3;
const fitting = (memoryBytes: number, cpus: number) =>
  COMPUTE_SIZES.filter((size) => unavailability(size, { memoryBytes, cpus }) === null);

describe('which sizes a machine can hold', () => {
  it.each([
    ['a tiny one', 0.4 * GB, 1, ['nano']],
    ['one sold as 4 GB', 3.8 * GB, 2, ['nano', 'micro', 'small', 'medium']],
    ['much memory, few processors', 64 * GB, 2, ['nano', 'micro', 'small', 'medium', 'large']],
    ['a large one', 64 * GB, 16, [...COMPUTE_SIZES]],
  ])('%s', (_, memory, cpus, expected) => expect(fitting(memory, cpus)).toEqual(expected));

  it('says what is missing', () => {
    expect(unavailability('large', { memoryBytes: 4 * GB, cpus: 2 })).toBe(
      'Needs 8 GB of memory; this machine has 4 GB.',
    );
    expect(unavailability('xlarge', { memoryBytes: 64 * GB, cpus: 2 })).toBe(
      'Needs 4 processors; this machine has 2.',
    );
  });
});
