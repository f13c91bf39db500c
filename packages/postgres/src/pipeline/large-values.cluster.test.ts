import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPipeline } from './open-pipeline.ts';
import type { Pipeline } from './pipeline.ts';
import { ask, only, sql } from './pipeline-for-test.ts';
import { NoRoomForResultError } from './result-too-large.ts';

const MB = 1024 * 1024;
const LONG = { pool: 'long' } as const;

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

  describe('joined from rows', () => {
    const joining = { open: '[', separator: ', ', close: ']', maxBytes: 4 * MB };
    const rows = (text: string) => ({ ...sql(text), joined: joining });

    it('are one text, beside the results of other statements', async () => {
      const results = await pipeline.run(
        [
          sql("select 'before'"),
          rows('select n from generate_series(1, 100000) as n'),
          rows("select 'none' where false"),
          sql("select 'after'"),
        ],
        LONG,
      );
      const numbers = Array.from({ length: 100_000 }, (_, index) => index + 1);
      expect(results[1]?.rows[0]?.[0]?.toString()).toBe(`[${numbers.join(', ')}]`);
      expect(results.map(({ command }) => command)).toEqual([
        'SELECT 1',
        'SELECT 100000',
        'SELECT 0',
        'SELECT 1',
      ]);
      expect(results[2]?.rows[0]?.[0]?.toString()).toBe('[]');
      expect(only(results)).toBe('after');
    });

    it('end the statement when they become too large, long before it would end by itself', async () => {
      const endless = "select repeat('x', 1000) from (select generate_series(1, 1000000000)) as n";
      await expect(pipeline.run([rows(endless)], LONG)).rejects.toMatchObject({ maxBytes: 4 * MB });
      await expect(pipeline.run([rows(`select repeat('x', ${5 * MB})`)], LONG)).rejects.toMatchObject({
        maxBytes: 4 * MB,
      });
      expect(only(await pipeline.run([sql("select 'next'")], LONG))).toBe('next');
    });

    it('have a limit of their own, also for what is larger than other results may be', async () => {
      const small = openPipeline(cluster.adminAddress, { longConnections: 1, maxResultBytes: 2 * MB });
      const outcomes = await Promise.allSettled(
        [3, 5].map((megabytes) => small.run([rows(`select repeat('x', ${megabytes * MB})`)], LONG)),
      );
      await small.close();
      expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { reason: { maxBytes: 4 * MB } }]);
    });

    it('are the same in however many pieces each row arrives', async () => {
      const sizes = [0, 1, 900_000, 0, 65_530, 65_531, 900_000, 2];
      const text = `select repeat('é', size) from unnest('{${sizes.join(',')}}'::int[]) as size`;
      const [result] = await pipeline.run([rows(text)], LONG);
      const expected = `[${sizes.map((size) => 'é'.repeat(size)).join(', ')}]`;
      expect(result?.rows[0]?.[0]?.toString() === expected).toBe(true);
    });
  });

  it('find room beside those of others, or fail, and give it back', async () => {
    let taken = 0;
    let most = 0;
    const room = {
      take: (bytes: number) => {
        if (taken + bytes > 3 * MB) return false;
        taken += bytes;
        most = Math.max(most, taken);
        return true;
      },
      give: (bytes: number) => {
        taken -= bytes;
      },
    };
    const narrow = openPipeline(cluster.adminAddress, { shortConnections: 1, longConnections: 1, room });
    const size = (text: string) =>
      narrow.run([sql(text)], LONG).then((results) => results[0]?.rows[0]?.[0]?.length);
    await expect(size(`select repeat('x', ${2 * MB})`)).resolves.toBe(2 * MB);
    await expect(size(`select repeat('x', ${4 * MB})`)).rejects.toBeInstanceOf(NoRoomForResultError);
    expect(room.take(2 * MB)).toBe(true);
    await expect(size(`select repeat('x', ${2 * MB})`)).rejects.toBeInstanceOf(NoRoomForResultError);
    room.give(2 * MB);
    await expect(size(`select repeat('x', ${2 * MB})`)).resolves.toBe(2 * MB);
    const joined = { open: '', separator: '', close: '', maxBytes: 10 * MB };
    // Bytes of a joined row are held once.
    const single = { ...sql(`select repeat('x', ${2 * MB})`), joined };
    expect((await narrow.run([single], LONG))[0]?.rows[0]?.[0]?.length).toBe(2 * MB);
    const many = {
      ...sql("select repeat('x', 1000) from (select generate_series(1, 1000000000)) as n"),
      joined,
    };
    await expect(narrow.run([many], LONG)).rejects.toBeInstanceOf(NoRoomForResultError);
    await expect(size('select 1')).resolves.toBe(1);
    expect([taken, most > 0]).toEqual([0, true]);
    await narrow.close();
  });
});
