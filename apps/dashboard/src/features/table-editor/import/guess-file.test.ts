import type { GridColumn } from '@basalt/contract';
import { expect, test } from 'vitest';
import { guessFormat, guessTargets, hasHeader, readHead } from './guess-file.ts';

const column = (name: string, is_generated = false) => ({ name, is_generated }) as GridColumn;
const COLUMNS = [column('id'), column('full_name'), column('initial', true), column('born')];

test.each([
  ['people.CSV', 'a\tb', 'csv'],
  ['people.tab', 'a,b', 'tsv'],
  ['people.ndjson', '', 'jsonl'],
  ['people.txt', 'a\tb\tc, d', 'tsv'],
  ['', '{"id": 1}\n', 'jsonl'],
  ['', 'id,name', 'csv'],
])('%s with %j is %s', (name, head, format) => expect(guessFormat(name, head)).toBe(format));

test('a header is told by the names of columns, whatever their case', () => {
  const named = readHead('csv', '\ufeffID,Full name,Shoe\r\n1,"Ada, Countess",38\r\n2,cut', false);
  expect(named.records).toEqual([
    ['ID', 'Full name', 'Shoe'],
    ['1', 'Ada, Countess', '38'],
  ]);
  expect(hasHeader(named, COLUMNS)).toBe(true);
  expect(guessTargets(named, true, COLUMNS)).toEqual(['id', 'full_name', null]);
  const bare = readHead('tsv', '1\tAda\t1815-12-10\tmore', true);
  expect(hasHeader(bare, COLUMNS)).toBe(false);
  expect(guessTargets(bare, false, COLUMNS)).toEqual(['id', 'full_name', 'born', null]);
});

test('a column is filled once, and never where the database computes it', () => {
  const head = readHead('csv', 'id,ID,initial\n1,2,A\n', true);
  expect(guessTargets(head, true, COLUMNS)).toEqual(['id', null, null]);
});

test('lines of JSON are read by the names in them', () => {
  const head = readHead('jsonl', '{"id": 1, "full_name": "Ada"}\nnot JSON\n{"id": 2, "tags": [1]}\n', true);
  expect(head.names).toEqual(['id', 'full_name', 'tags']);
  expect(head.records).toEqual([
    ['1', 'Ada', ''],
    ['2', '', '[1]'],
  ]);
  expect(guessTargets(head, hasHeader(head, COLUMNS), COLUMNS)).toEqual(['id', 'full_name', null]);
});
