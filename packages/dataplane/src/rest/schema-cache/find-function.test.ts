import { describe, expect, it } from 'vitest';
import type { BodyKind } from './body-kind.ts';
import { findFunction } from './find-function.ts';
import { cacheOf, functionOf } from './schema-cache-for-test.ts';

const cache = cacheOf({
  functions: [
    functionOf('add_them', 'a integer, b integer'),
    functionOf('none'),
    functionOf('greet', 'name text, greeting text?'),
    functionOf('all_optional', 'a integer?, b integer?'),
    functionOf('sum_up', 'label text, numbers integer[]*'),
    functionOf('over', 'a integer'),
    functionOf('over', 'a integer, b integer'),
    functionOf('twice', 'a integer'),
    functionOf('twice', 'a text'),
    functionOf('defaults', 'a integer'),
    functionOf('defaults', 'a integer, b integer?'),
    functionOf('body_json', 'jsonb'),
    functionOf('body_text', 'text'),
    functionOf('body_xml', 'xml'),
    functionOf('body_bytes', 'bytea'),
    functionOf('either', 'json'),
    functionOf('either', 'a integer'),
    functionOf('both_json', 'json'),
    functionOf('both_json', 'jsonb'),
    functionOf('two_unnamed', 'integer, integer'),
  ],
});

function find(name: string, names: string[], bodyKind: BodyKind | null = 'json'): string {
  const { function: fn, wholeBody } = findFunction(cache, 'public', name, names, { bodyKind });
  return `${fn.arguments.map((argument) => argument.type).join(', ')}${wholeBody ? ' as the whole body' : ''}`;
}

describe('findFunction', () => {
  it.each<[string, string[], BodyKind | null, string]>([
    ['add_them', ['b', 'a'], 'json', 'integer, integer'],
    ['add_them', ['a', 'b', 'a'], 'text-values', 'integer, integer'],
    ['none', [], 'json', ''],
    ['none', [], null, ''],
    ['greet', ['name'], 'json', 'text, text'],
    ['greet', ['greeting', 'name'], null, 'text, text'],
    ['all_optional', [], null, 'integer, integer'],
    ['all_optional', ['b'], 'json', 'integer, integer'],
    ['sum_up', ['label'], 'json', 'text, integer[]'],
    ['sum_up', ['label', 'numbers'], 'json', 'text, integer[]'],
    ['over', ['a'], 'json', 'integer'],
    ['over', ['a', 'b'], 'json', 'integer, integer'],
    ['defaults', ['a', 'b'], 'json', 'integer, integer'],
    ['body_json', ['x', 'y'], 'json', 'jsonb as the whole body'],
    ['body_json', [], 'json', 'jsonb as the whole body'],
    ['body_text', [], 'text', 'text as the whole body'],
    ['body_xml', [], 'xml', 'xml as the whole body'],
    ['body_bytes', [], 'octet-stream', 'bytea as the whole body'],
    ['either', ['a'], 'json', 'integer'],
    ['either', ['z'], 'json', 'json as the whole body'],
    ['body_text', [''], 'json', 'text'],
    ['body_text', [''], 'text-values', 'text'],
    ['either', [''], 'json', 'json'],
  ])('%s with %j by %s', (name, names, bodyKind, expected) => {
    expect(find(name, names, bodyKind)).toBe(expected);
  });

  const notFound = (call: string) => `Could not find the function public.${call} in the schema cache`;
  const searched = (what: string) =>
    `Searched for the function public.${what}, but no matches were found in the schema cache.`;

  it.each<[string, string[], BodyKind | null, { message: string; details: string; hint: string | null }]>([
    [
      'add_them',
      ['b', 'a', 'smthelse'],
      null,
      {
        message: notFound('add_them(a, b, smthelse)'),
        details: searched('add_them with parameters a, b, smthelse'),
        hint: 'Perhaps you meant to call the function public.add_them(a, b)',
      },
    ],
    [
      'ad_them',
      ['a', 'b'],
      'json',
      {
        message: notFound('ad_them(a, b)'),
        details: searched('ad_them with parameters a, b or with a single unnamed json/jsonb parameter'),
        hint: 'Perhaps you meant to call the function public.add_them',
      },
    ],
    [
      'greet',
      [],
      null,
      {
        message: notFound('greet without parameters'),
        details: searched('greet without parameters'),
        hint: 'Perhaps you meant to call the function public.greet(name, greeting)',
      },
    ],
    [
      'over',
      ['a', 'bb'],
      'text-values',
      {
        message: notFound('over(a, bb)'),
        details: searched('over with parameters a, bb'),
        hint: 'Perhaps you meant to call the function public.over(a, b)',
      },
    ],
    [
      'body_json',
      [],
      'text',
      {
        message: notFound('body_json'),
        details: searched('body_json with a single unnamed text parameter'),
        hint: null,
      },
    ],
    [
      'unheard_of',
      ['a'],
      null,
      { message: notFound('unheard_of(a)'), details: searched('unheard_of with parameter a'), hint: null },
    ],
  ])('does not find %s with %j by %s', (name, names, bodyKind, expected) => {
    expect(() => find(name, names, bodyKind)).toThrow(
      expect.objectContaining({ status: 404, code: 'PGRST202', ...expected }),
    );
  });

  it.each<[string, string[], BodyKind | null]>([
    ['none', [], 'text'],
    ['body_text', [], null],
    ['body_text', [], 'json'],
    ['two_unnamed', [], 'json'],
    ['two_unnamed', ['', ''], 'json'],
    ['body_json', [''], null],
  ])('does not call %s with %j by %s', (name, names, bodyKind) => {
    expect(() => find(name, names, bodyKind)).toThrow(expect.objectContaining({ code: 'PGRST202' }));
  });

  it.each([
    ['twice', ['a'], 'public.twice(a => integer), public.twice(a => text)'],
    ['defaults', ['a'], 'public.defaults(a => integer), public.defaults(a => integer, b => integer)'],
    ['both_json', [], 'public.both_json( => json), public.both_json( => jsonb)'],
  ])('cannot choose between the overloads of %s with %j', (name, names, list) => {
    expect(() => find(name, names)).toThrow(
      expect.objectContaining({
        status: 300,
        code: 'PGRST203',
        message: `Could not choose the best candidate function between: ${list}`,
      }),
    );
  });
});
