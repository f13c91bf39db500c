import { expect, it } from 'vitest';
import { totalOf } from './traffic-points.ts';

it('adds messages up, and of connections takes the most', () =>
  expect(
    totalOf({
      buckets: [
        { at: '2026-01-01T00:00:00.000Z', connections: 3, received: 1, sent: 10 },
        { at: '2026-01-01T00:01:00.000Z', connections: 2, received: 5, sent: 0 },
      ],
    }),
  ).toEqual({ connections: 3, received: 6, sent: 10 }));
