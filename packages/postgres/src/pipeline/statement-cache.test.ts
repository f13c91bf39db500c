import { describe, expect, it } from 'vitest';
import { isKept, StatementCache } from './statement-cache.ts';

function prepare(cache: StatementCache, sql: string): string {
  const preparation = cache.begin({ sql });
  cache.keep(preparation);
  return preparation.name;
}

it('keeps neither texts for one use nor long ones', () => {
  expect(isKept({ sql: 'select 1', values: [], reuse: true })).toBe(true);
  expect(isKept({ sql: 'select 1', values: [], reuse: false })).toBe(false);
  expect(isKept({ sql: `select '${'x'.repeat(20_000)}'`, values: [], reuse: true })).toBe(false);
});

describe('StatementCache', () => {
  it('finds a statement only once the server has it', () => {
    const cache = new StatementCache(2);
    const preparation = cache.begin({ sql: 'a' });
    expect(cache.find({ sql: 'a' })).toBeUndefined();
    cache.keep(preparation);
    expect(cache.find({ sql: 'a' })).toBe(preparation.name);
  });

  it('drops what was unused for longest, and says so once', () => {
    const cache = new StatementCache(2);
    const [a, b, c] = [prepare(cache, 'a'), prepare(cache, 'b'), cache.begin({ sql: 'c' })];
    expect(cache.find({ sql: 'a' })).toBe(a);
    cache.keep(c);
    expect(cache.takeDropped()).toEqual([b]);
    expect(cache.takeDropped()).toEqual([]);
    expect([cache.find({ sql: 'a' }), cache.find({ sql: 'b' }), cache.find({ sql: 'c' })]).toEqual([
      a,
      undefined,
      c.name,
    ]);
  });

  it('drops the second of two that were prepared at the same time', () => {
    const cache = new StatementCache(2);
    const [first, second] = [cache.begin({ sql: 'a' }), cache.begin({ sql: 'a' })];
    expect(first.name).not.toBe(second.name);
    cache.keep(first);
    cache.keep(second);
    expect(cache.find({ sql: 'a' })).toBe(first.name);
    expect(cache.takeDropped()).toEqual([second.name]);
  });

  it('keeps plan key and text apart', () => {
    const cache = new StatementCache(10);
    const statements = [
      { sql: 'select 1', planKey: 'a' },
      { sql: 'select 1', planKey: 'b' },
      { sql: 'select 1' },
      { sql: 'aselect 1' },
      { sql: '1', planKey: 'aselect ' },
    ];
    const names = statements.map((statement) => {
      const preparation = cache.begin(statement);
      cache.keep(preparation);
      return preparation.name;
    });
    expect(new Set(names).size).toBe(statements.length);
    expect(statements.map((statement) => cache.find(statement))).toEqual(names);
  });

  it('drops the oldest plan of a text and keeps its others', () => {
    const cache = new StatementCache(2);
    const [a, b, c] = ['a', 'b', 'c'].map((planKey) => cache.begin({ sql: 'x', planKey }));
    for (const preparation of [a, b, c]) if (preparation) cache.keep(preparation);
    expect(cache.takeDropped()).toEqual([a?.name]);
    expect(['a', 'b', 'c'].map((planKey) => cache.find({ sql: 'x', planKey }))).toEqual([
      undefined,
      b?.name,
      c?.name,
    ]);
  });

  it('forgets all', () => {
    const cache = new StatementCache(2);
    const names = [prepare(cache, 'a'), prepare(cache, 'b')];
    cache.forgetAll();
    expect(cache.find({ sql: 'a' })).toBeUndefined();
    expect(cache.takeDropped()).toEqual(names);
  });
});
