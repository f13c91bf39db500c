import { COMPUTE_SIZES } from '@basalt/contract';
import {
  CONNECTION_SHARES,
  directShare,
  PLATFORM_CONNECTIONS,
  poolerShare,
  servicesShare,
  sqlPagesShare,
} from '@basalt/project';
import { describe, expect, it, vi } from 'vitest';
import { PARAMETERS } from '../compute/postgres-config/parameters.ts';
import { ProjectConnections } from './project-connections.ts';
import { SIZES } from './sizes.ts';

describe('the budget of connections', () => {
  it.each(COMPUTE_SIZES)('of all services at their busiest fits into %s', (size) => {
    const { maxConnections } = SIZES[size].settings;
    const services = Object.values(CONNECTION_SHARES).reduce<number>((sum, share) => sum + share, 0);
    const all = services + sqlPagesShare(maxConnections) + PLATFORM_CONNECTIONS;
    expect(all).toBeLessThanOrEqual(maxConnections);
    expect(servicesShare(maxConnections) + directShare(maxConnections)).toBe(
      maxConnections - PLATFORM_CONNECTIONS,
    );
  });

  it('leaves the project’s people their share also of the smallest number that they can set', () => {
    const { max_connections: number } = PARAMETERS;
    const least = number.type === 'integer' ? number.min : 0;
    expect(directShare(least)).toBeGreaterThanOrEqual(CONNECTION_SHARES.direct);
    // Set when less was allowed.
    expect(directShare(20)).toBe(1);
  });

  it('gives the pooler half of what is left for direct connections, and 20 at most', () => {
    const shares = COMPUTE_SIZES.map((size) => poolerShare(SIZES[size].settings.maxConnections));
    expect(shares).toEqual([10, 14, 20, 20, 20, 20, 20]);
    expect(poolerShare(5)).toBe(1);
  });

  it('gives SQL pages more with each size, and never less than two', () => {
    const shares = COMPUTE_SIZES.map((size) => sqlPagesShare(SIZES[size].settings.maxConnections));
    expect(shares).toEqual([5, 6, 9, 12, 16, 24, 38]);
    expect(sqlPagesShare(5)).toBe(2);
  });
});

describe('the connections of SQL pages', () => {
  const BUSY = { code: 'unavailable', message: expect.stringContaining('All 1 connections') };

  it('are given in order of asking, to each project its own', async () => {
    const connections = new ProjectConnections();
    const order: string[] = [];
    const release = await connections.take('a', 1);
    const second = connections.take('a', 1).then((done) => {
      order.push('second');
      done();
    });
    const third = connections.take('a', 1).then((done) => {
      order.push('third');
      done();
    });
    (await connections.take('b', 1))();
    expect(order).toEqual([]);
    release();
    release();
    await Promise.all([second, third]);
    expect(order).toEqual(['second', 'third']);
    (await connections.take('a', 1))();
  });

  it('are waited for a limited time, and by a limited number', async () => {
    const connections = new ProjectConnections({ patienceMs: 40 });
    const release = await connections.take('a', 1);
    const refused: string[] = [];
    const waiting = Array.from({ length: 50 }, () =>
      expect(connections.take('a', 1).finally(() => refused.push('in time'))).rejects.toMatchObject(BUSY),
    );
    await expect(connections.take('a', 1)).rejects.toMatchObject(BUSY);
    expect(refused).toEqual([]);
    await Promise.all(waiting);
    release();
    (await connections.take('a', 1))();
  });

  it('are not lost to somebody who went away', async () => {
    const connections = new ProjectConnections();
    const release = await connections.take('a', 1);
    const gone = new AbortController();
    const waiting = connections.take('a', 1, gone.signal);
    const refused = expect(waiting).rejects.toThrow('gone');
    const next = vi.fn();
    const third = connections.take('a', 1).then(next);
    gone.abort(new Error('gone'));
    release();
    await Promise.all([refused, third]);
    expect(next).toHaveBeenCalledOnce();
    await expect(connections.take('b', 1, gone.signal)).rejects.toThrow('gone');
  });
});
