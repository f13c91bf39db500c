import { describe, expect, it } from 'vitest';
import { columnOf } from '../schema-cache/schema-cache-for-test.ts';
import { defaultValue, valueSchema } from './definitions.ts';

describe('valueSchema', () => {
  it.each([
    ['integer', { format: 'int32', type: 'integer' }],
    ['smallint', { format: 'int32', type: 'integer' }],
    ['bigint', { format: 'int64', type: 'integer' }],
    ['numeric', { format: 'numeric', type: 'number' }],
    ['boolean', { format: 'boolean', type: 'boolean' }],
    ['uuid', { format: 'uuid', type: 'string' }],
    ['jsonb', { format: 'jsonb' }],
    ['public.mood', { format: 'public.mood', type: 'string' }],
    ['integer[]', { format: 'integer[]', type: 'array', items: { type: 'integer' } }],
    ['json[]', { format: 'json[]', type: 'array', items: {} }],
    ['constructor', { format: 'constructor', type: 'string' }],
  ])('of %s', (type, expected) => {
    expect(valueSchema(type)).toEqual(expected);
  });
});

describe('defaultValue', () => {
  it.each([
    ['text', "'it''s'::text", "it's"],
    ['text', "''::text", ''],
    ['public.mood', "'happy'::public.mood", 'happy'],
    ['timestamp with time zone', 'now()', 'now()'],
    ['integer', '42', 42],
    ['integer', "'-5'::integer", -5],
    ['integer', "nextval('public.items_id_seq'::regclass)", undefined],
    ['integer', '1.5', undefined],
    ['numeric', '1.5', 1.5],
    ['boolean', 'true', true],
    ['boolean', 'is_it()', undefined],
    ['jsonb', `'{"a": [1]}'::jsonb`, { a: [1] }],
    ['text[]', "'{}'::text[]", undefined],
    ['text', null, undefined],
  ])('of a column of type %s with %s', (type, expression, expected) => {
    expect(defaultValue(columnOf('c', type, { default: expression })[1])).toEqual(expected);
  });
});
