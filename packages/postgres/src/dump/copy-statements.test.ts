import { describe, expect, it } from 'vitest';
import { copyInSql, copyOutSql, partsOf } from './copy-statements.ts';
import type { Table } from './tables.ts';

function table(changes: Partial<Table>): Table {
  return {
    name: 'app."T"',
    columns: '(a, "B b")',
    owner: 'o',
    ownedBySuperuser: false,
    binary: 'everywhere',
    condition: '',
    pages: 10,
    bytes: 81_920,
    ...changes,
  };
}

describe('partsOf', () => {
  it.each([1, 8192, 12_287, 12_288, 100_000])('leaves no page of %i out and takes none twice', (pages) => {
    const parts = partsOf(table({ pages, bytes: pages * 8192 }));
    expect(parts[0]?.from).toBe(0);
    expect(parts.at(-1)?.to).toBeNull();
    for (const [index, part] of parts.slice(1).entries()) expect(part.from).toBe(parts[index]?.to);
    expect(parts.at(-1)?.from).toBeLessThan(pages);
    expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeCloseTo(pages * 8192);
  });

  it('does not cut where an extension says which rows count, and skips what has no page', () => {
    expect(partsOf(table({ pages: 100_000, condition: 'WHERE mine' }))).toHaveLength(1);
    expect(partsOf(table({ pages: 0 }))).toEqual([]);
  });
});

describe('statements', () => {
  const [whole] = partsOf(table({}));
  const [first, last] = partsOf(table({ pages: 16_384 }));

  it.each([
    [whole, 'copy app."T" (a, "B b") to stdout (format binary)'],
    [first, `copy (select a, "B b" from only app."T" where ctid >= '(0,0)' and ctid < '(8192,0)') to stdout`],
    [last, `copy (select a, "B b" from only app."T" where ctid >= '(8192,0)') to stdout`],
  ])('read rows at the snapshot', (part, copy) => {
    const sql = copyOutSql(part!, 'S-1', true);
    expect(sql).toContain(copy);
    expect(sql).toMatch(/^begin isolation level repeatable read read only; set transaction snapshot 'S-1';/);
  });

  it('write a table that has no columns of its own', () => {
    expect(copyInSql(table({ columns: '' }), false)).toBe('copy app."T"  from stdin');
  });
});
