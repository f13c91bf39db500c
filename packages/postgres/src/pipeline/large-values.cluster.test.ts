import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPipeline } from './open-pipeline.ts';
import type { Pipeline } from './pipeline.ts';
import { ask, only, sql } from './pipeline-for-test.ts';

const MB = 1024 * 1024;
const LONG = { lane: 'long' } as const;

describe('large values in a pipeline', () => {
  const cluster = useTestCluster();
  let pipeline: Pipeline;

  beforeAll(() => {
    pipeline = openPipeline(cluster.adminAddress, { shortConnections: 1, longConnections: 1 });
  });
  afterAll(() => pipeline.close());

  it.each([
    ['text', 'é'.repeat(8 * MB)],
    ['bytes', Buffer.alloc(16 * MB, 'x')],
  ])('go in as %s of 16 MB', async (_kind, body) => {
    const [size, echo] = await Promise.all([
      pipeline.run([sql('select octet_length($1)::text', body)], LONG).then(only),
      ask(pipeline, 'select $1', 'beside it'),
    ]);
    expect([Number(size), echo]).toEqual([16 * MB, 'beside it']);
  });

  it('come out as one of 100 MB', async () => {
    const results = await pipeline.run([sql("select repeat('0123456789', $1::int)", '10000000')], LONG);
    const value = results[0]?.rows[0]?.[0];
    expect(value?.length).toBe(100_000_000);
    expect(value?.toString('latin1', 99_999_980)).toBe('01234567890123456789');
  });

  it('share a connection with small ones', async () => {
    const sizes = [1, 5_000_000, 2, 65_536, 3, 1_000_000, 4];
    const answers = await Promise.all(
      sizes.map((size) => ask(pipeline, "select repeat('x', $1::int) || $2", String(size), 'y'.repeat(size))),
    );
    expect(answers.map((answer) => answer?.length)).toEqual(sizes.map((size) => 2 * size));
    expect(answers[2]).toBe('xxyy');
  });

  it.each([
    ['one row', "select repeat('x', 2000000)"],
    ['many rows', "select repeat('x', 100) from generate_series(1, 20000)"],
  ])('are an error beyond the limit: %s', async (_kind, text) => {
    const small = openPipeline(cluster.adminAddress, { shortConnections: 1, maxResultBytes: MB });
    const outcomes = await Promise.allSettled([
      ask(small, "select 'before'"),
      ask(small, text),
      ask(small, "select 'after'"),
    ]);
    await small.close();
    expect(outcomes).toMatchObject([{ value: 'before' }, { reason: { code: '54000' } }, { value: 'after' }]);
  });
});
