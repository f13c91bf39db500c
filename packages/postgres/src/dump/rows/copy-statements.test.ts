import { describe, expect, it } from 'vitest';
import { copyInSql, copyOutSql, fillSql, partsOf } from './copy-statements.ts';
import type { Table } from './tables.ts';

function table(changes: Partial<Table>): Table {
  return {
    name: 'app."T"',
    columns: '(a, "B b")',
    owner: 'o',
    ownedBySuperuser: false,
    isOfServer: false,
    binary: 'everywhere',
    isOurs: true,
    condition: '',
    pages: 10,
    bytes: 81_920,
    ...changes,
  };
}

describe('partsOf', () => {
  it.each([1, 8192, 12_287, 12_288, 100_000])('leaves no page of %i out and takes none twice', (pages) => {
    const parts = partsOf(table({ pages, bytes: pages * 8192 }), pages);
    expect(parts[0]?.from).toBe(0);
    expect(parts.at(-1)?.to).toBeNull();
    for (const [index, part] of parts.slice(1).entries()) expect(part.from).toBe(parts[index]?.to);
    expect(parts.at(-1)?.from).toBeLessThan(pages);
    expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeCloseTo(pages * 8192);
  });

  it('does not cut where an extension says which rows count, and skips what has no page', () => {
    expect(partsOf(table({ pages: 100_000, condition: 'WHERE mine' }), 100_000)).toHaveLength(1);
    expect(partsOf(table({ pages: 0 }), 0)).toEqual([]);
  });
});

it.each([
  [100_000, 1],
  [49_999, 6],
])('cuts only a table that outweighs the others: of %i pages in all, 49,999 in one', (others, count) => {
  expect(partsOf(table({ pages: 49_999 }), others)).toHaveLength(count);
});

describe('statements', () => {
  const [whole] = partsOf(table({}), 10);
  const [first, last] = partsOf(table({ pages: 16_384 }), 16_384);

  it.each([
    [whole, 'copy app."T" (a, "B b") to stdout (format binary)'],
    [first, `copy (select a, "B b" from only app."T" where ctid >= '(0,0)' and ctid < '(8192,0)') to stdout`],
    [last, `copy (select a, "B b" from only app."T" where ctid >= '(8192,0)') to stdout`],
  ])('read rows at the snapshot', (part, copy) => {
    const sql = copyOutSql(part!, 'S-1', true);
    expect(sql).toContain(copy);
    expect(sql).toMatch(/^begin isolation level repeatable read read only; set transaction snapshot 'S-1';/);
  });

  it.each([
    [
      'a whole table',
      whole,
      {},
      'begin; truncate only app."T"; copy app."T" (a, "B b") from stdin (freeze); commit',
    ],
    ['a part of one', first, {}, 'copy app."T" (a, "B b") from stdin'],
    ['one that an extension may have filled', whole, { isOurs: false }, 'copy app."T" (a, "B b") from stdin'],
  ])('fill %s', (_name, part, changes, sql) => {
    expect(fillSql({ ...part!, table: table(changes) }, false)).toBe(sql);
  });

  it('write a table that has no columns of its own', () => {
    expect(copyInSql(table({ columns: '' }), false)).toBe('copy app."T"  from stdin');
  });
});
