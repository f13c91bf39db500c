import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeValue } from './decode-value.ts';
import { encodeParameter } from './encode-parameter.ts';

describe('decodeValue', () => {
  it.each<[string, number, string, unknown]>([
    ['bool', 16, 't', true],
    ['bool', 16, 'f', false],
    ['int4', 23, '-7', -7],
    ['int8 that is exact', 20, '9007199254740991', 9007199254740991],
    ['int8 that is not', 20, '9007199254740993', '9007199254740993'],
    ['float8', 701, '1e-7', 1e-7],
    ['float8', 701, 'NaN', 'NaN'],
    ['float8', 701, '-Infinity', '-Infinity'],
    ['numeric', 1700, '1.50', '1.50'],
    ['timestamptz', 1184, '2024-02-29 12:00:00.123456+00', '2024-02-29 12:00:00.123456+00'],
    ['bytea', 17, '\\x00ff', '\\x00ff'],
    ['jsonb', 3802, '{"a": [1, null]}', { a: [1, null] }],
    ['int4[]', 1007, '{1,NULL,3}', [1, null, 3]],
    ['int4[] with bounds', 1007, '[0:1]={1,2}', [1, 2]],
    ['text[]', 1009, '{a,"b c","NULL","d\\"\\\\e",""}', ['a', 'b c', 'NULL', 'd"\\e', '']],
    [
      'text[][]',
      1009,
      '{{a,b},{c,NULL}}',
      [
        ['a', 'b'],
        ['c', null],
      ],
    ],
    ['jsonb[]', 3807, '{"{\\"a\\": 1}"}', [{ a: 1 }]],
    ['empty array', 1009, '{}', []],
    ['box[]', 1020, '{(1,1),(0,0);(2,2),(0,0)}', '{(1,1),(0,0);(2,2),(0,0)}'],
    ['a type of the database', 99999, '{a,b}', '{a,b}'],
  ])('%s', (_name, typeId, text, expected) => {
    expect(decodeValue(typeId, text)).toEqual(expected);
  });
});

describe('encodeParameter', () => {
  it.each<[unknown, string | null]>([
    [null, null],
    [undefined, null],
    ['a', 'a'],
    [1.5, '1.5'],
    [10n, '10'],
    [true, 'true'],
    [{ a: [1] }, '{"a":[1]}'],
    [['a', null, 'NULL', 'b,"\\'], '{"a",NULL,"NULL","b,\\"\\\\"}'],
    [[[1], [2]], '{{"1"},{"2"}}'],
    [[], '{}'],
  ])('%o → %j', (value, expected) => {
    expect(encodeParameter(value)).toBe(expected);
  });

  it('refuses what is no data', () => {
    expect(() => encodeParameter(() => 1)).toThrow('cannot be a function');
  });

  it('is read back as the same list', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.string({ unit: 'binary' }))), (list) => {
        expect(decodeValue(1009, encodeParameter(list) ?? '')).toEqual(list);
      }),
    );
  });
});
