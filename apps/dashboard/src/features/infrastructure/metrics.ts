import type { ResourceSample, ResourceUsage } from '@basalt/contract';
import { byteSize } from '../../lib/format/byte-size.ts';

type Limits = ResourceUsage['limits'];
type Value = Exclude<keyof ResourceSample, 'at'>;

export interface MetricLine {
  value: Value;
  label: string;
}

/** One chart of what a project uses. */
export interface Metric {
  /** The anchor of its chart: what resource warnings link to. */
  id:
    | 'cpu'
    | 'ram'
    | 'disk_space'
    | 'disk_io'
    | 'connections'
    | 'cache_hit'
    | 'requests'
    | 'errors'
    | 'latency';
  title: string;
  /** What counts, and what the limit is. */
  description: (limits: Limits) => string;
  /** One or two values; the first is the one that the summary speaks of. */
  lines: readonly [MetricLine, ...MetricLine[]];
  /** What is drawn as a line across; null: nothing holds it back. */
  limit: (limits: Limits) => number | null;
  /** Whether the chart reaches up to the limit, or only as high as what was measured. */
  scale: 'limit' | 'use';
  /** A value in words, as precise as it is useful. */
  words: (value: number) => string;
}

const percent = (value: number) =>
  `${value < 9.95 && value >= 0.05 ? value.toFixed(1) : Math.round(value)} %`;
const perSecond = (value: number) => `${byteSize(value)}/s`;

const perMinute = (value: number) =>
  `${value < 9.95 && value % 1 !== 0 ? value.toFixed(1) : Math.round(value)}/min`;
const milliseconds = (value: number) => `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ms`;

/** What the project uses of the machine. */
export const MACHINE_METRICS: readonly Metric[] = [
  {
    id: 'cpu',
    title: 'CPU',
    description: ({ cpus }) => `Of ${cpus} ${cpus === 1 ? 'processor' : 'processors'}.`,
    lines: [{ value: 'cpu_percent', label: 'CPU' }],
    limit: () => 100,
    scale: 'limit',
    words: percent,
  },
  {
    id: 'ram',
    title: 'Memory',
    description: ({ memory_bytes }) => `Of ${byteSize(memory_bytes)} that the compute size stands for.`,
    lines: [{ value: 'memory_bytes', label: 'Memory' }],
    limit: ({ memory_bytes }) => memory_bytes,
    scale: 'limit',
    words: byteSize,
  },
  {
    id: 'disk_space',
    title: 'Disk space',
    description: ({ disk_bytes }) => `Of ${byteSize(disk_bytes)}. At 95 % the database takes no more writes.`,
    lines: [{ value: 'disk_bytes', label: 'Disk space' }],
    limit: ({ disk_bytes }) => disk_bytes,
    scale: 'limit',
    words: byteSize,
  },
  {
    id: 'disk_io',
    title: 'Disk IO',
    description: ({ io_bytes_per_second }) =>
      `${perSecond(io_bytes_per_second)} count as full use of the disk.`,
    lines: [
      { value: 'written_bytes_per_second', label: 'Written' },
      { value: 'read_bytes_per_second', label: 'Read' },
    ],
    limit: ({ io_bytes_per_second }) => io_bytes_per_second,
    scale: 'use',
    words: perSecond,
  },
  {
    id: 'connections',
    title: 'Connections',
    description: ({ connections }) => `Of ${connections} that the database takes at once.`,
    lines: [{ value: 'connections', label: 'Connections' }],
    limit: ({ connections }) => (connections > 0 ? connections : null),
    scale: 'limit',
    words: (value) => String(Math.round(value)),
  },
];

/** What can be asked of the server of an attached database. Its limits are not known. */
export const ATTACHED_METRICS: readonly Metric[] = [
  {
    id: 'disk_space',
    title: 'Disk space',
    description: () => 'Of the database, on its own server.',
    lines: [{ value: 'disk_bytes', label: 'Disk space' }],
    limit: () => null,
    scale: 'use',
    words: byteSize,
  },
  {
    id: 'connections',
    title: 'Connections',
    description: () => 'To the database, those of Basalt included.',
    lines: [{ value: 'connections', label: 'Connections' }],
    limit: () => null,
    scale: 'use',
    words: (value) => String(Math.round(value)),
  },
];

/** How the database finds what statements want. */
export const DATABASE_METRICS: readonly Metric[] = [
  {
    id: 'cache_hit',
    title: 'Cache hit rate',
    description: () => 'Of the blocks that statements wanted, those in the memory of the server.',
    lines: [{ value: 'cache_hit_percent', label: 'Cache hit rate' }],
    limit: () => null,
    scale: 'use',
    words: percent,
  },
];

/** What applications ask of the project's API, for those who may see its logs. */
export const REQUEST_METRICS: readonly Metric[] = [
  {
    id: 'requests',
    title: 'Requests',
    description: () => 'To the API of the project, a minute.',
    lines: [{ value: 'requests_per_minute', label: 'Requests' }],
    limit: () => null,
    scale: 'use',
    words: perMinute,
  },
  {
    id: 'errors',
    title: 'Errors',
    description: () => 'Requests that were answered with 5xx, and with 4xx.',
    lines: [
      { value: 'server_errors_per_minute', label: 'Server' },
      { value: 'client_errors_per_minute', label: 'Client' },
    ],
    limit: () => null,
    scale: 'use',
    words: perMinute,
  },
  {
    id: 'latency',
    title: 'Latency',
    description: () => 'What 95 of 100 requests took at most, and what half of them did.',
    lines: [
      { value: 'p95_milliseconds', label: '95 %' },
      { value: 'p50_milliseconds', label: '50 %' },
    ],
    limit: () => null,
    scale: 'use',
    words: milliseconds,
  },
];
