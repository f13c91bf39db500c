import { describe, expect, it } from 'vitest';
import { fillSteps, stepOf, stepsOf } from './read-usage.ts';

const HOUR = 3_600_000;

describe('steps', () => {
  it.each([
    ['three hours in 180 points', 3 * HOUR, 180, 60],
    ['a day in 180 points', 24 * HOUR, 180, 480],
    ['five minutes', HOUR / 12, 500, 60],
    ['a time of many years', 1e12, 10, 100_000_020],
  ])('of %s', (_, span, points, seconds) => expect(stepOf(0, span, points)).toBe(seconds));

  it('are equal, and have nulls where nothing was seen', () => {
    const values = {
      cpu_percent: 1,
      memory_bytes: 2,
      disk_bytes: 3,
      read_bytes_per_second: 4,
      written_bytes_per_second: 5,
      connections: 6,
      cache_hit_percent: 7,
    };
    const samples = fillSteps(
      stepsOf({ from: 61_000, to: 240_500, step: 60 }),
      [{ start: 120, ...values }],
      [
        {
          requests_per_minute: 8,
          client_errors_per_minute: 0,
          server_errors_per_minute: 0,
          p50_milliseconds: 1,
          p95_milliseconds: 2,
        },
      ],
    );
    expect(samples[0]).toMatchObject({ ...values, requests_per_minute: 8, p95_milliseconds: 2 });
    expect(samples.map(({ at, cpu_percent }) => [Date.parse(at) / 1_000, cpu_percent])).toEqual([
      [120, 1],
      [180, null],
      [240, null],
    ]);
    expect(samples[1]).toEqual({
      at: '1970-01-01T00:03:00.000Z',
      cpu_percent: null,
      memory_bytes: null,
      disk_bytes: null,
      read_bytes_per_second: null,
      written_bytes_per_second: null,
      connections: null,
      cache_hit_percent: null,
      requests_per_minute: null,
      client_errors_per_minute: null,
      server_errors_per_minute: null,
      p50_milliseconds: null,
      p95_milliseconds: null,
    });
  });
});
