import { COMPUTE_SIZES, type PostgresConfig } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { assertFits } from './assert-fits.ts';
import { effectiveConfig, overridesOf } from './effective-config.ts';
import { normalizeConfig } from './normalize-config.ts';

const complaint = (run: () => unknown) => {
  try {
    run();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a value', () => {
  it('is written in one way', () => {
    expect(
      normalizeConfig({
        shared_buffers: '2048',
        work_mem: '4096kB',
        statement_timeout: '120000',
        hot_standby_feedback: true,
      }),
    ).toEqual({
      shared_buffers: '16MB',
      work_mem: '4MB',
      statement_timeout: '2min',
      hot_standby_feedback: true,
    });
  });

  it.each<[PostgresConfig, string]>([
    [{ work_mem: 'much' }, 'work_mem must be a size such as 64MB; the units are B, kB, MB, GB and TB.'],
    [{ work_mem: '1kB' }, 'work_mem must be between 64kB and 1TB.'],
    [{ shared_buffers: '-1' }, 'shared_buffers must be between 8MB and 1TB.'],
    [{ max_slot_wal_keep_size: '-1' }, 'max_slot_wal_keep_size must be between 64MB and 1TB.'],
    [
      { statement_timeout: 'soon' },
      'statement_timeout must be a duration such as 30s; the units are us, ms, s, min, h and d.',
    ],
    [{ statement_timeout: '-1' }, 'statement_timeout must be between 0 and 24d.'],
    [{ checkpoint_timeout: '10s' }, 'checkpoint_timeout must be between 30s and 1d.'],
    [{ max_connections: 3 }, 'max_connections must be between 40 and 262143.'],
    [{ max_wal_senders: 0 }, 'max_wal_senders must be between 4 and 1000.'],
  ])('%o is refused by name', (config, message) => {
    expect(complaint(() => normalizeConfig(config))).toBe(message);
  });
});

describe('what a project can hold', () => {
  it.each<[PostgresConfig, string]>([
    [
      { shared_buffers: '400MB' },
      'shared_buffers can be at most 307MB: a project of size nano has 512MB of memory.',
    ],
    [{ work_mem: '200MB' }, 'work_mem can be at most 128MB: a project of size nano has 512MB of memory.'],
    [
      { max_connections: 1_000 },
      'max_connections can be at most 256: a project of size nano has 512MB of memory.',
    ],
    [{ wal_keep_size: '9GB' }, "wal_keep_size must not be larger than the project's disk of 8 GB."],
    [
      { max_locks_per_transaction: 2_147_483_640 },
      'max_locks_per_transaction is too large together with the other parameters: a project of size nano has 512MB of memory. Lower it, or choose a larger size.',
    ],
    [
      { max_worker_processes: 262_143 },
      'max_worker_processes is too large together with the other parameters: a project of size nano has 512MB of memory. Lower it, or choose a larger size.',
    ],
    [
      { track_activity_query_size: '1MB', max_connections: 250, shared_buffers: '250MB' },
      'track_activity_query_size is too large together with the other parameters: a project of size nano has 512MB of memory. Lower it, or choose a larger size.',
    ],
  ])('refuses %o', (config, message) => {
    expect(complaint(() => assertFits(config, 'nano', 8))).toBe(message);
  });

  it('takes from a larger size what a smaller one refuses', () => {
    expect(
      complaint(() => assertFits({ shared_buffers: '400MB', max_connections: 500 }, 'micro', 8)),
    ).toBeNull();
  });
});

describe('all parameters of a project', () => {
  it('can be sent back as they were read, and none is pinned by that', () => {
    for (const size of COMPUTE_SIZES) {
      const config: PostgresConfig = { max_wal_size: '3GB', statement_timeout: '1min' };
      const read = effectiveConfig(size, config);
      expect(overridesOf(size, normalizeConfig(read))).toEqual(config);
      expect(Object.keys(read)).toHaveLength(25);
    }
  });
});
