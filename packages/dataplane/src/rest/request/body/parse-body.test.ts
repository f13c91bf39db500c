import { describe, expect, test } from 'vitest';
import { parseBody } from './parse-body.ts';

const TABLE = { columnsGiven: false, forFunction: false };
const FUNCTION = { columnsGiven: false, forFunction: true };
const parse = (body: string | Buffer, type?: string, rules = TABLE) =>
  parseBody(Buffer.from(body), type, rules);
const refusal = (message: string) => expect.objectContaining({ status: 400, code: 'PGRST102', message });

describe('JSON', () => {
  test.each([
    ['{"a":1,"b":null}', 'object', ['a', 'b'], 1],
    ['{}', 'object', [], 1],
    ['[{"a":1},{"a":2}]', 'array', ['a'], 2],
    ['[{"a":1,"b":2},{"b":1,"a":2}]', 'array', ['a', 'b'], 2],
    ['[]', 'array', [], 0],
    ['[{},{}]', 'array', [], 2],
    ['{"a":1,"a":2}', 'object', ['a'], 1],
    ['{"__proto__":1}', 'object', ['__proto__'], 1],
    ['"text"', 'other', [], 0],
    [' {"n":12345678901234567890.123} ', 'object', ['n'], 1],
  ])('%s', (text, shape, keys, rows) =>
    expect(parse(text)).toEqual({ kind: 'json', text, shape, keys, rows }),
  );

  test.each(['', ' ', '{', '[1,', 'nonsense', "{'a':1}", '{"a":1}x', '\u0000'])('%j is none', (text) =>
    expect(() => parse(text)).toThrow(refusal('Empty or invalid json')),
  );

  test('no body at all and bytes that are no UTF-8 are none', () => {
    expect(() => parseBody(null, undefined, TABLE)).toThrow(refusal('Empty or invalid json'));
    expect(() => parse(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow(
      refusal('Empty or invalid json'),
    );
  });

  test.each(['[{"a":1},{"b":1}]', '[{"a":1},{"a":1,"b":2}]', '[{"a":1},1]', '[1,2]', '[null]', '[[]]'])(
    '%s are no rows',
    (text) => expect(() => parse(text)).toThrow(refusal('All object keys must match')),
  );

  test('objects need not be alike when the columns are named', () => {
    const rules = { columnsGiven: true, forFunction: false };
    expect(parse('[{"a":1},{"b":1}]', undefined, rules)).toMatchObject({ shape: 'array', rows: 2 });
    expect(() => parse('[{"a":1},1]', undefined, rules)).toThrow(refusal('All object keys must match'));
  });

  test('a function may be given nothing, or any JSON', () => {
    expect(parse('', undefined, FUNCTION)).toMatchObject({ text: '{}', shape: 'object', keys: [] });
    expect(parse('[1,{"a":2}]', undefined, FUNCTION)).toMatchObject({ shape: 'array', keys: [] });
    expect(parse('3', undefined, FUNCTION)).toMatchObject({ shape: 'other' });
  });

  test('deep nesting is refused before it reaches the database', () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(parse(deep(500), undefined, FUNCTION)).toMatchObject({ shape: 'array' });
    for (const text of [deep(501), '{"a":'.repeat(501), '['.repeat(1_000_000)])
      expect(() => parse(text, undefined, FUNCTION)).toThrow(
        refusal('JSON is nested deeper than 500 levels'),
      );
    const brackets = JSON.stringify({ a: `${'['.repeat(2000)}\\"` });
    expect(parse(brackets)).toMatchObject({ keys: ['a'] });
  });
});

describe('CSV', () => {
  const csv = (text: string) => {
    const body = parse(text, 'text/csv');
    return body.kind === 'text-values' ? JSON.parse(String(body.text)) : null;
  };

  test.each([
    [
      'a,b\n1,hi\n2,bye\n',
      [
        { a: '1', b: 'hi' },
        { a: '2', b: 'bye' },
      ],
    ],
    ['a,b\r\n1,2', [{ a: '1', b: '2' }]],
    ['a,b\n1,', [{ a: '1', b: '' }]],
    ['a\nNULL\nnull\n"NULL"', [{ a: null }, { a: 'null' }, { a: null }]],
    ['a,b\n"x,y","say ""hi"""\n', [{ a: 'x,y', b: 'say "hi"' }]],
    ['a,b\n"two\nlines",2', [{ a: 'two\nlines', b: '2' }]],
    ['"odd "" name"\n1', [{ 'odd " name': '1' }]],
    ['a\n\n1\n\n', [{ a: '1' }]],
    ['\ufeffa\n1', [{ a: '1' }]],
    ['a,b', []],
  ])('%j', (text, rows) => expect(csv(text)).toEqual(rows));

  test('tells its keys and rows', () => {
    expect(parse('a,b\n1,2\n3,4', 'text/csv; charset=utf-8')).toMatchObject({
      kind: 'text-values',
      shape: 'array',
      keys: ['a', 'b'],
      rows: 2,
    });
  });

  test.each([
    ['', 'The CSV needs a header row with the names of the columns.'],
    ['a,b\n1', 'All lines must have same number of fields'],
    ['a,b\n1,2,3', 'All lines must have same number of fields'],
    ['a\n"open', 'The CSV has a quote in row 2 that is never closed.'],
    ['a\n"x"y', 'The CSV has text after a closing quote in row 2.'],
  ])('%j is refused', (text, message) => expect(() => csv(text)).toThrow(refusal(message)));
});

describe('forms', () => {
  const FORM = 'application/x-www-form-urlencoded';

  test('are one object of texts', () => {
    const text = JSON.stringify({ a: '1 2', b: 'é&', c: '' });
    expect(parse('a=1+2&b=%C3%A9%26&c', FORM)).toEqual({
      kind: 'text-values',
      text,
      shape: 'object',
      keys: ['a', 'b', 'c'],
      rows: 1,
    });
  });

  test('the last of a name counts, but a function gets all of them', () => {
    expect(parse('v=1&v=2', FORM)).toMatchObject({ text: '{"v":"2"}' });
    expect(parse('v=1&v=2&v=3&w=4', FORM, FUNCTION)).toMatchObject({ text: '{"v":["1","2","3"],"w":"4"}' });
  });

  test('that cannot be decoded are refused', () =>
    expect(() => parse('a=%ff', FORM)).toThrow(refusal('The form cannot be read.')));
});

describe('other bodies', () => {
  test.each(['text/plain', 'text/xml', 'application/octet-stream'])('%s is for functions only', (type) => {
    expect(parse('x', type, FUNCTION)).toEqual({ kind: 'raw', mediaType: type, bytes: Buffer.from('x') });
    expect(() => parse('x', type)).toThrow(refusal(`Content-Type not acceptable: ${type}`));
  });

  test.each(['image/png', 'application/xml', 'multipart/form-data; boundary=x'])('%s is refused', (type) =>
    expect(() => parse('x', type, FUNCTION)).toThrow(expect.objectContaining({ code: 'PGRST102' })),
  );
});
