import { DEFAULT_CHART } from '@basalt/contract';
import { expect, test } from 'vitest';
import { readSqlBlock } from './sql-block.ts';

const plain = (sql: string, title: string | null = null) => ({ sql, title, chart: DEFAULT_CHART });

test.each([
  ['select 1;', plain('select 1;')],
  ['-- props: {"title": "Sign-ups"}\nselect 1;', plain('select 1;', 'Sign-ups')],
  [
    '-- props: {"isChart": true, "xAxis": "day", "yAxis": "count"}\nselect 1;',
    {
      sql: 'select 1;',
      title: null,
      chart: { ...DEFAULT_CHART, view: 'chart', xKey: 'day', yKey: 'count' },
    },
  ],
  // While it is written.
  ['-- props: {"title": "Sig', plain('-- props: {"title": "Sig')],
  ['-- props: {"title": 4}\nselect 1;', plain('select 1;')],
  ['-- props: {}', plain('')],
  ['-- a comment\nselect 1;', plain('-- a comment\nselect 1;')],
  ['-- props: [1]\nselect 1;', plain('-- props: [1]\nselect 1;')],
])('%j', (text, block) => {
  expect(readSqlBlock(text)).toEqual(block);
});
