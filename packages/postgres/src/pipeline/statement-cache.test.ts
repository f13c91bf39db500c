import { describe, expect, it } from 'vitest';
import { StatementCache, statementKey } from './statement-cache.ts';

function prepare(cache: StatementCache, key: string): string {
  const preparation = cache.begin(key);
  cache.keep(preparation);
  return preparation.name;
}

describe('statementKey', () => {
  it('keeps plan key and text apart', () => {
    const keys = [
      { sql: 'select 1', planKey: 'a' },
      { sql: 'aselect 1' },
      { sql: ':aselect 1' },
      { sql: '1', planKey: 'aselect ' },
      { sql: 'select 1', planKey: '1:a' },
    ].map((statement) => statementKey({ values: [], reuse: true, ...statement }));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is none for what is not to be kept', () => {
    expect(statementKey({ sql: 'select 1', values: [], reuse: false })).toBeNull();
    expect(statementKey({ sql: `select '${'x'.repeat(20_000)}'`, values: [], reuse: true })).toBeNull();
  });
});

describe('StatementCache', () => {
  it('finds a statement only once the server has it', () => {
    const cache = new StatementCache(2);
    const preparation = cache.begin('a');
    expect(cache.find('a')).toBeUndefined();
    cache.keep(preparation);
    expect(cache.find('a')).toBe(preparation.name);
  });

  it('drops what was unused for longest, and says so once', () => {
    const cache = new StatementCache(2);
    const [a, b, c] = [prepare(cache, 'a'), prepare(cache, 'b'), cache.begin('c')];
    expect(cache.find('a')).toBe(a);
    cache.keep(c);
    expect(cache.takeDropped()).toEqual([b]);
    expect(cache.takeDropped()).toEqual([]);
    expect([cache.find('a'), cache.find('b'), cache.find('c')]).toEqual([a, undefined, c.name]);
  });

  it('drops the second of two that were prepared at the same time', () => {
    const cache = new StatementCache(2);
    const [first, second] = [cache.begin('a'), cache.begin('a')];
    expect(first.name).not.toBe(second.name);
    cache.keep(first);
    cache.keep(second);
    expect(cache.find('a')).toBe(first.name);
    expect(cache.takeDropped()).toEqual([second.name]);
  });

  it('forgets all', () => {
    const cache = new StatementCache(2);
    const names = [prepare(cache, 'a'), prepare(cache, 'b')];
    cache.forgetAll();
    expect(cache.find('a')).toBeUndefined();
    expect(cache.takeDropped()).toEqual(names);
  });
});
