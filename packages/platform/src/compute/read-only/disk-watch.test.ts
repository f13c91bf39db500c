import { beforeEach, describe, expect, it } from 'vitest';
import { DiskWatch } from './disk-watch.ts';

const GB = 1_024 ** 3;
const MB = 1_024 ** 2;

describe('a watch on disks', () => {
  let watch: DiskWatch;
  beforeEach(() => {
    watch = new DiskWatch();
    watch.looked(1, 100 * GB, 8 * GB);
    watch.looked(2, 100 * GB, 1 * GB);
  });

  it('looks at a project when half of what it had left may be gone', () => {
    expect(watch.due(100 * GB)).toEqual([]);
    expect(watch.due(99.6 * GB)).toEqual([]);
    expect(watch.due(99.5 * GB)).toEqual([2]);
    expect(watch.due(96 * GB)).toEqual([1, 2]);
    watch.looked(1, 96 * GB, 5 * GB);
    expect(watch.due(96 * GB)).toEqual([2]);
    expect(watch.due(93.5 * GB)).toEqual([1, 2]);
  });

  it('is not misled by what is deleted meanwhile', () => {
    expect(watch.due(120 * GB)).toEqual([]);
    expect(watch.due(119.4 * GB)).toEqual([2]);
  });

  it('looks at a full one whenever something is written, but not at every byte', () => {
    watch.looked(2, 100 * GB, -3 * GB);
    expect(watch.due(100 * GB - 63 * MB)).toEqual([]);
    expect(watch.due(100 * GB - 64 * MB)).toEqual([2]);
  });

  it('forgets projects that do not run', () => {
    watch.forget(2);
    expect(watch.due(0)).toEqual([1]);
    watch.forgetAllBut(new Set());
    expect(watch.isEmpty).toBe(true);
  });
});
