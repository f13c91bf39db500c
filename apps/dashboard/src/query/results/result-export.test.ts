import { describe, expect, it } from 'vitest';
import { requestForTest } from '../run/request-for-test.ts';
import { emptyOutput, type ResultSet } from '../run/run-output.ts';
import type { RunRequest } from '../run/run-request.ts';
import { exportSource, resultAsCsv, resultAsJson, resultAsMarkdown } from './result-export.ts';

const fields = [
  { name: 'id', type: 'int4' },
  { name: 'note, "long"', type: 'text' },
];
const rows = [
  ['1', 'plain'],
  ['2', 'a "quote", a comma'],
  ['3', 'two\nlines | and \\ a bar'],
  ['4', ''],
  ['5', null],
];

describe('resultAsCsv', () => {
  it('quotes what needs it and tells NULL from empty text', () => {
    expect(resultAsCsv(fields, rows)).toBe(
      'id,"note, ""long"""\r\n1,plain\r\n2,"a ""quote"", a comma"\r\n3,"two\nlines | and \\ a bar"\r\n4,""\r\n5,\r\n',
    );
  });
});

describe('resultAsCsv, opened in a spreadsheet', () => {
  const csv = (type: string, value: string) => resultAsCsv([{ name: 'v', type }], [[value]]);

  it.each(['=1+1', '+1', '-2+3', '@sum(a1)', '\tx', '\r=1'])('does not run the text %j', (value) => {
    expect(csv('text', value)).toContain(`'${value}`);
    expect(csv('varchar', value)).toContain(`'${value}`);
    expect(csv('text[]', value)).toContain(`'${value}`);
  });

  it.each([
    ['int4', '-5'],
    ['numeric', '-5.20'],
    ['date', '-infinity'],
    ['jsonb', '-5'],
    ['interval', '-1 days'],
  ])('leaves a value of type %s as it is', (type, value) => {
    expect(csv(type, value)).toBe(`v\r\n${value}\r\n`);
  });

  it('does not run the name of a column', () => {
    expect(resultAsCsv([{ name: '=cmd()', type: 'int4' }], [])).toBe("'=cmd()\r\n");
  });
});

describe('resultAsJson', () => {
  it('has two spaces for each level and keeps every digit', () => {
    const text = resultAsJson(
      [
        { name: 'id', type: 'int8' },
        { name: 'id', type: 'jsonb' },
        { name: 'bad', type: 'json' },
      ],
      [['9007199254740993', '{"a": [1]}', '{"cut']],
    );
    expect(text).toBe(
      '[\n  {\n    "id": 9007199254740993,\n    "id_2": {"a": [1]},\n    "bad": "{\\"cut"\n  }\n]',
    );
  });

  it('is an array of objects', () => {
    expect(JSON.parse(resultAsJson(fields, rows))[4]).toEqual({ id: 5, 'note, "long"': null });
    expect(resultAsJson(fields, [])).toBe('[]');
  });
});

describe('resultAsMarkdown', () => {
  it('keeps every row on its line', () => {
    expect(resultAsMarkdown(fields, rows.slice(2, 3))).toBe(
      '| id | note, "long" |\n| --- | --- |\n| 3 | two<br>lines \\| and \\\\ a bar |',
    );
  });
});

const run = (request: Partial<RunRequest>) => ({
  id: 1,
  projectRef: 'abc',
  request: requestForTest(request),
  startedAt: 0,
  output: emptyOutput,
  pick: null,
});
const shown = (more: Partial<ResultSet> = {}): ResultSet => ({
  index: 0,
  fields: [{ name: 'n', type: 'int4' }],
  rows: [['1']],
  command: 'SELECT',
  rowCount: 1,
  truncated: false,
  isCut: false,
  milliseconds: 1,
  ...more,
});
const SCRIPT = "select ';' from a; insert into b values (1); select * from c";

describe('exportSource', () => {
  it('takes what is loaded when that is all there is', () => {
    expect(exportSource(run({ sql: 'select 1' }), shown())).toEqual({ kind: 'loaded' });
    expect(exportSource(run({ sql: 'select 1 limit 100;', limit: 100 }), shown())).toEqual({
      kind: 'loaded',
    });
  });

  it('reads again without the limit of the editor', () => {
    const rows = Array.from({ length: 100 }, () => ['1']);
    expect(exportSource(run({ sql: 'select * from t limit 100;', limit: 100 }), shown({ rows }))).toEqual({
      kind: 'statement',
      sql: 'select * from t',
      parameters: [],
    });
  });

  it('reads the shown statement of a script again', () => {
    expect(exportSource(run({ sql: SCRIPT }), shown({ index: 2, truncated: true }))).toMatchObject({
      sql: 'select * from c',
    });
    expect(exportSource(run({ sql: SCRIPT }), shown({ index: 0, isCut: true }))).toMatchObject({
      sql: "select ';' from a",
    });
  });

  it('keeps parameters', () => {
    const request = { sql: 'select $1', parameters: ['x', null] };
    expect(exportSource(run(request), shown({ truncated: true }))).toMatchObject({ parameters: ['x', null] });
  });

  it('does not do work again, or guess', () => {
    const returning = shown({ command: 'INSERT', truncated: true });
    expect(exportSource(run({ sql: 'insert into t default values returning *' }), returning).kind).toBe(
      'part',
    );
    expect(exportSource(run({ sql: 'select 1' }), shown({ index: 4, truncated: true })).kind).toBe('part');
  });
});
