import { describe, expect, it } from 'vitest';
import { readArray, writeArray } from './array-text.ts';
import { checkValue, formatJson } from './check-value.ts';

describe('readArray', () => {
  it.each<[string, (string | null)[] | null]>([
    ['{}', []],
    ['{ }', []],
    ['{a,b}', ['a', 'b']],
    ['{"a,b","c\\"d","\\\\",NULL,"NULL"}', ['a,b', 'c"d', '\\', null, 'NULL']],
    ['{ 1 , 2 }', ['1', '2']],
    ['{"",x}', ['', 'x']],
    ['{{1,2},{3,4}}', null],
    ['[0:1]={1,2}', null],
    ['{a', null],
    ['{a,}', null],
    ['{"a}', null],
    ['{"a"b}', null],
    ['', null],
  ])('%s', (text, items) => {
    expect(readArray(text)).toEqual(items);
    if (items !== null) expect(readArray(writeArray(items))).toEqual(items);
  });
});

describe('checkValue', () => {
  it.each<[Parameters<typeof checkValue>[0]['kind'], string, boolean]>([
    ['integer', '-12', true],
    ['integer', '1.5', false],
    ['integer', '', false],
    ['number', '1e5', true],
    ['number', '.5', true],
    ['number', 'NaN', true],
    ['number', '-Infinity', true],
    ['number', 'one', false],
    ['uuid', 'b4a0c2de-1111-4222-8333-444455556666', true],
    ['uuid', 'b4a0c2de', false],
    ['bytes', '\\xDEADbeef', true],
    ['bytes', '\\x', true],
    ['bytes', '\\xabc', false],
    ['bytes', 'abc', false],
    ['json', '{"a": [1]}', true],
    ['json', '{a: 1}', false],
    ['array', '{1,2}', true],
    ['array', '[0:1]={1,2}', true],
    ['array', '1,2', false],
    ['text', '', true],
    ['timestamp', 'infinity', true],
  ])('%s: %s', (kind, text, isFine) => {
    expect(checkValue({ kind, type: kind }, text) === null).toBe(isFine);
  });
});

it('formats JSON only where nothing is lost', () => {
  expect(formatJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(formatJson('{"a":12345678901234567890}')).toBeNull();
  expect(formatJson('{"a":1.10}')).toBeNull();
  expect(formatJson('{')).toBeNull();
});
