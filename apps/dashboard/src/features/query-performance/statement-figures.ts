import type { RecordedStatement, StatementSort } from '@basalt/contract';
import { byteSize } from '../../lib/format/byte-size.ts';
import { duration } from '../../lib/format/duration.ts';

/** The orders, in the words of the list. */
export const SORT_LABELS: Record<StatementSort, string> = {
  total: 'Most time consuming',
  calls: 'Most frequent',
  mean: 'Slowest on average',
  max: 'Slowest once',
  cache_hit: 'Cache hit rate',
  rows: 'Rows per call',
  temp: 'Temporary files',
  wal: 'WAL written',
};

/** What an order shows first when it is chosen: a low rate is what is looked for. */
export function firstDirection(sort: StatementSort): 'asc' | 'desc' {
  return sort === 'cache_hit' ? 'asc' : 'desc';
}

const BLOCK = 8_192;
const count = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Short times with two digits, long ones in words. */
export function time(milliseconds: number): string {
  return milliseconds < 10 ? `${milliseconds.toFixed(2)} ms` : duration(milliseconds);
}

export function percent(share: number): string {
  const hundredths = share * 100;
  return hundredths > 0 && hundredths < 0.1 ? '< 0.1 %' : `${count.format(hundredths)} %`;
}

/** Of one statement, as they are shown in the list and on its own page. */
export function figuresOf(statement: RecordedStatement) {
  const { calls, rows, cache_hit, temp_blocks, wal_bytes } = statement;
  return {
    calls: count.format(calls),
    total: time(statement.total_milliseconds),
    mean: time(statement.mean_milliseconds),
    min: time(statement.min_milliseconds),
    max: time(statement.max_milliseconds),
    deviation: time(statement.deviation_milliseconds),
    share: percent(statement.share),
    rows: count.format(rows / Math.max(1, calls)),
    cacheHit: cache_hit === null ? '–' : percent(cache_hit),
    read: byteSize(statement.blocks_read * BLOCK),
    temp: byteSize(temp_blocks * BLOCK),
    wal: byteSize(wal_bytes),
  };
}
