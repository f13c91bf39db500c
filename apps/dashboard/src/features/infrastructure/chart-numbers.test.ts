import type { ResourceSample } from '@basalt/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointTime } from '../../lib/format/chart-time.ts';
import { zoneName } from '../../lib/format/moment.ts';
import { chartScale, summaryOf } from './chart-numbers.ts';
import { MACHINE_METRICS, type Metric } from './metrics.ts';

const LINES = [{ value: 'cpu_percent', label: 'CPU' }] as const;
const samples = (values: (number | null)[]) =>
  values.map((cpu_percent) => ({ at: '2026-03-01T14:00:00Z', cpu_percent })) as ResourceSample[];
const MB = 1024 ** 2;

describe('how high a chart reaches', () => {
  it.each([
    ['to its limit', 'limit', [3, null, 12], 100, 100],
    ['above a limit that does not hold', 'limit', [140], 100, 200],
    ['as high as the values where the limit is far', 'use', [3 * MB], 50 * MB, 5 * MB],
    ['to one where nothing was used', 'use', [0, null], 50 * MB, 1],
    ['as high as the values without a limit', 'limit', [12], null, 20],
    ['somewhere without values', 'use', [], 50, 1],
  ] as const)('%s', (_, scale, values, limit, top) => {
    expect(chartScale({ lines: LINES, scale }, samples([...values]), limit).top).toBe(top);
  });

  it('nothing is cut off, and no more than about half is empty above the highest value', () => {
    fc.assert(
      fc.property(fc.double({ min: 1.01, max: 1e13, noNaN: true }), (value) => {
        const { top } = chartScale({ lines: LINES, scale: 'use' }, samples([value]), null);
        expect(top).toBeGreaterThanOrEqual(value);
        expect(top).toBeLessThanOrEqual(value * 2.51);
      }),
    );
  });
});

const EMPTY = {
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
};
const HOUR = 3_600_000;
const zone = zoneName(new Date(2026, 2, 1, 14));
const summarySamples = (parts: Partial<ResourceSample>[]): ResourceSample[] =>
  parts.map((part, at) => ({ ...EMPTY, at: new Date(2026, 2, 1, 14, at).toISOString(), ...part }));
const metric = (id: Metric['id']) => MACHINE_METRICS.find((each) => each.id === id)!;
const cpu = (values: (number | null)[]) => summarySamples(values.map((cpu_percent) => ({ cpu_percent })));

describe('a chart in words', () => {
  it.each([
    ['now and the peak', [3, 12, 40, 12], `now 12 %, peak 40 % at 14:02 ${zone}`],
    ['the first of equal peaks', [5.25, 40, 40], `now 40 %, peak 40 % at 14:01 ${zone}`],
    ['small values with a decimal', [0, 0.42], `now 0.4 %, peak 0.4 % at 14:01 ${zone}`],
    ['a step that has only begun', [3, 12, null], `now 12 %, peak 12 % at 14:01 ${zone}`],
    ['a project that is paused now', [3, null, null], `not measured now, peak 3.0 % at 14:00 ${zone}`],
    ['gaps between', [null, 7, null, 20], `now 20 %, peak 20 % at 14:03 ${zone}`],
    ['nothing', [null, null], null],
    ['no steps at all', [], null],
  ])('%s', (_, values, words) => {
    expect(summaryOf(metric('cpu'), cpu(values), HOUR)).toBe(words);
  });

  it('names the lines where there are two', () => {
    const io = summarySamples([
      { written_bytes_per_second: 2_097_152, read_bytes_per_second: 0 },
      { written_bytes_per_second: 1_048_576, read_bytes_per_second: 0 },
    ]);
    expect(summaryOf(metric('disk_io'), io, HOUR)).toBe(
      `Written: now 1.0 MB/s, peak 2.0 MB/s at 14:00 ${zone}; Read: now 0 B/s, peak 0 B/s at 14:00 ${zone}`,
    );
  });

  it('names the day where there are several', () => {
    expect(pointTime(new Date(2026, 2, 1, 14, 3).getTime(), 24 * HOUR)).toBe(`1 Mar, 14:03 ${zone}`);
  });
});

it('every anchor that a warning links to has its chart', () => {
  expect(MACHINE_METRICS.map(({ id }) => id)).toEqual(['cpu', 'ram', 'disk_space', 'disk_io', 'connections']);
});
