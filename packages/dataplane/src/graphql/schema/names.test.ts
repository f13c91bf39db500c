import { expect, it } from 'vitest';
import { readDirective } from '../database/directives.ts';
import { deeperThan, isNestedDeeper } from '../limits/depth.ts';
import { graphqlDefault } from './default-values.ts';
import { columnName, functionName, isLegal, isShown, nameByColumn, typeName } from './names.ts';
import type { ValueType } from './value-types.ts';

it.each([
  ['blog_post', 'BlogPost', 'blogPost', 'blogPost'],
  ['Account', 'Account', 'account', 'account'],
  ['_private_thing', 'PrivateThing', 'privateThing', 'privateThing'],
  ['a1_b2', 'A1B2', 'a1B2', 'a1B2'],
  ['full name', 'Full Name', 'full Name', 'full Name'],
  ['HTTPLog', 'HTTPLog', 'hTTPLog', 'hTTPLog'],
])('%s inflects to %s, %s, %s', (name, type, column, called) => {
  expect([typeName(name, true), columnName(name, true), functionName(name, true)]).toEqual([
    type,
    column,
    called,
  ]);
  expect([typeName(name, false), columnName(name, false)]).toEqual([name, name]);
});

it.each([
  ['writer_id', true, 'writer'],
  ['blog_post_id', true, 'blogPost'],
  ['writer_id', false, null],
  ['writerId', false, 'writer'],
  ['writerId', true, null],
  ['_id', true, null],
])('a key of %s, inflected %s, is named %s', (column, inflects, name) => {
  expect(nameByColumn(column, inflects)).toBe(name);
});

it.each([
  ['a_1', true, true],
  ['_x', true, true],
  ['__x', true, false],
  ['1a', false, false],
  ['a b', false, false],
  ['ä', false, false],
  ['a-b', false, false],
  ['', false, false],
])('%j is legal: %s, shown: %s', (name, legal, shown) => {
  expect([isLegal(name), isShown(name)]).toEqual([legal, shown]);
});

it.each([
  ['x @graphql({"name": "A)B"}) y', { name: 'A)B' }],
  ['@graphql({"name": "a", "unknown": 1})', { name: 'a', unknown: 1 }],
  ['nothing', {}],
  [null, {}],
])('a comment %j says %j', (comment, directive) => {
  expect(readDirective('table', comment, 'it')).toEqual(directive);
});

it.each([
  '@graphql(',
  '@graphql([])',
  '@graphql({"name": 1})',
  '@graphql({"foreign_keys": [{}]})',
  '@graphql({"totalCount": true})',
])('a comment %j cannot be read', (comment) =>
  expect(() => readDirective('table', comment, 'the table t')).toThrow(
    /^The comment on the table t cannot be read: /,
  ),
);

it.each<[ValueType['scalar'], string, string | null]>([
  ['Int', '1', '1'],
  ['Int', "'-1'::integer", '-1'],
  ['Int', '(1 + 1)', null],
  ['Boolean', 'true', 'true'],
  ['String', "'it''s'::text", '"it\'s"'],
  ['String', "upper('a'::text)", null],
  ['BigInt', '7', '"7"'],
  ['Float', "'0.5'::double precision", '0.5'],
])('a default of %s: %s is %s', (scalar, text, written) => {
  const type = { scalar, enum: null, isList: false, sql: '', elementSql: '', maxLength: null };
  expect(graphqlDefault(type, text)).toBe(written);
});

it('finds how deep brackets lie, but not those in texts and comments', () => {
  expect(deeperThan('{ a(b: [1]) }', 3)).toBeNull();
  expect(deeperThan('{ a\n  (b: [1]) }', 2)).toEqual({ line: 2, column: 7 });
  expect(deeperThan('{ a(b: "{{{\\"{{{", c: """ {{ \\""" {{ """) # {{{{\n }', 2)).toBeNull();
  expect([isNestedDeeper({ a: [1] }, 2), isNestedDeeper({ a: [1] }, 1), isNestedDeeper('x', 0)]).toEqual([
    false,
    true,
    false,
  ]);
});
