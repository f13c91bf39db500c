import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { findInSchema } from './find-in-schema.ts';

const schema = buildSchema(`
  enum color { RED bluePost }
  type post { id: Int repost: Int postedAt: String }
  type Query { postCollection: [post] color: color }
`);
const text = (search: string) =>
  findInSchema(schema, search).map(({ type, field }) => `${type}.${field ?? ''}`);

it('finds types, fields and values, what begins with the letters first', () =>
  expect(text(' POST')).toEqual([
    'post.',
    'Query.postCollection',
    'post.postedAt',
    'color.bluePost',
    'post.repost',
  ]));

it('finds nothing by nothing, and nothing of the schema of schemas', () => {
  expect(text(' ')).toEqual([]);
  expect(text('__Type')).toEqual([]);
});
