import { describe, expect, it } from 'vitest';
import { nextReadOnly } from './keep-read-only.ts';

const now = new Date('2026-05-01T12:00:00Z');
const earlier = new Date('2026-05-01T11:00:00Z');
const later = new Date('2026-05-01T12:30:00Z');
const FREE = { read_only_since: null, read_only_lifted_until: null };

describe('the read-only mode', () => {
  it.each([
    ['stays away below the limit', FREE, 94, FREE],
    ['begins at the limit', FREE, 95, { read_only_since: now, read_only_lifted_until: null }],
    [
      'goes on from when it began',
      { read_only_since: earlier, read_only_lifted_until: null },
      99,
      { read_only_since: earlier, read_only_lifted_until: null },
    ],
    ['ends below the limit', { read_only_since: earlier, read_only_lifted_until: null }, 94, FREE],
    [
      'stays lifted for its time',
      { read_only_since: earlier, read_only_lifted_until: later },
      99,
      { read_only_since: earlier, read_only_lifted_until: later },
    ],
    [
      'comes back after its time',
      { read_only_since: earlier, read_only_lifted_until: now },
      99,
      { read_only_since: earlier, read_only_lifted_until: null },
    ],
    [
      'forgets that it was lifted once there is room',
      { read_only_since: earlier, read_only_lifted_until: later },
      10,
      FREE,
    ],
  ])('%s', (_, state, used, expected) => {
    expect(nextReadOnly(state, used, 95, now)).toEqual(expected);
  });
});
