import { SMALL_SETTINGS } from '@basalt/clusters';
import { COMPUTE_SIZES } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { assertFits } from '../compute/postgres-config/assert-fits.ts';
import { configOfSize } from '../compute/postgres-config/effective-config.ts';
import { settingsOf } from './settings-of.ts';
import { SIZES } from './sizes.ts';

describe('the settings of a size', () => {
  it('are as small as they can be for the smallest', () => {
    const { limits, keptConnections, temporaryFilesMb, pool, ...settings } = settingsOf({
      compute_size: 'nano',
      disk_size_gb: 8,
      postgres_config: {},
      pooler_size: null,
    });
    expect(settings).toEqual(SMALL_SETTINGS);
    expect(limits).toEqual({ memoryMb: 512, cpus: 2 });
    expect(keptConnections).toEqual({ platform: 3, services: 28 });
    expect(temporaryFilesMb).toBe(1_024);
    expect(pool).toEqual({ connections: 10, clients: 5_000 });
  });

  it('grow with the size', () => {
    const facts = COMPUTE_SIZES.map((size) => SIZES[size]);
    for (const [place, { memoryMb, cpus, ioMbPerSecond, settings }] of facts.entries()) {
      const smaller = facts[place - 1];
      if (smaller === undefined) continue;
      expect(memoryMb).toBeGreaterThan(smaller.memoryMb);
      expect(cpus).toBeGreaterThanOrEqual(smaller.cpus);
      expect(ioMbPerSecond).toBeGreaterThan(smaller.ioMbPerSecond);
      expect(settings.sharedBuffersMb).toBeGreaterThan(smaller.settings.sharedBuffersMb);
      expect(settings.maxConnections).toBeGreaterThan(smaller.settings.maxConnections);
    }
  });

  it.each(COMPUTE_SIZES)('%s fits into its own memory', (size) => {
    expect(() => assertFits(configOfSize(size), size, 8)).not.toThrow();
  });

  it('are topped by what people have set', () => {
    const settings = settingsOf({
      compute_size: 'micro',
      disk_size_gb: 8,
      postgres_config: { work_mem: '8MB', max_connections: 40, track_commit_timestamp: true },
      pooler_size: 50,
    });
    expect(settings.parameters).toMatchObject({
      work_mem: '8MB',
      maintenance_work_mem: '64MB',
      max_connections: '40',
      track_commit_timestamp: 'on',
    });
    expect(settings.keptConnections).toEqual({ platform: 3, services: 27 });
    // No more than the server leaves to clients.
    expect(settings.pool?.connections).toBe(10);
  });
});
