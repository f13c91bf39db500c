import { describe, expect, it } from 'vitest';
import { parseRestRequest } from '../../request/parse-rest-request.ts';
import type { Relation } from '../../schema-cache/schema-cache.ts';
import { isShortRead } from './compile-read.ts';

const items: Relation = {
  schema: 'public',
  name: 'items',
  kind: 'table',
  comment: null,
  columns: new Map(),
  primaryKey: ['a', 'b'],
  insertable: true,
  updatable: true,
  deletable: true,
};
const isShort = (query: string, relation: Partial<Relation> = {}, maxRows: number | null = 1000) => {
  const { read } = parseRestRequest({ method: 'GET', url: `/items?${query}`, headers: {}, body: null });
  return isShortRead(read, { ...items, ...relation }, maxRows);
};

describe('a read that may share a connection', () => {
  it.each(['a=eq.1&b=eq.2', 'a=eq.1&b=eq.2&c=like.*x*', '', 'x=gt.4&order=y&limit=20', 'select=*,rel(*)'])(
    '%s',
    (query) => {
      expect(isShort(query)).toBe(true);
    },
  );
  it('is one by its key in a view, too', () => {
    expect(isShort('a=eq.1&b=eq.2', { kind: 'view' })).toBe(true);
  });
});

describe('a read that has one of its own', () => {
  it.each(['c=like.*x*', 'or=(c.fts.cat,a.eq.1)', 'offset=5000', 'select=count()', 'select=a(b(c(d(*))))'])(
    '%s',
    (query) => {
      expect(isShort(query)).toBe(false);
    },
  );
  it('is one without a bound, or of a view', () => {
    expect(isShort('a=eq.1', {}, null)).toBe(false);
    expect(isShort('a=eq.1&b=not.eq.2', { kind: 'view' })).toBe(false);
    expect(isShort('', { primaryKey: [], kind: 'view' })).toBe(false);
  });
});
