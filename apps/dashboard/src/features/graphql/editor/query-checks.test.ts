import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { problems } from './query-checks.ts';

const schema = buildSchema('type Query { post(id: Int!): post } type post { id: Int }');
const places = (text: string) => problems(text, schema).map(({ from, to }) => text.slice(from, to));

it.each([
  ['', []],
  ['{ post(id: 1) { id } }', []],
  ['{ post(id: 1) { wrong } }', ['wrong']],
  ['{ post { id } }', ['post']],
  ['{ post(id: "x") { id } }', ['"x"']],
  ['{ post(id: 1) {', ['{']],
])('of %s: %j', (text, wrong) => expect(places(text)).toEqual(wrong));

it('reads before the schema is there', () => {
  expect(problems('{ post', null)).toHaveLength(1);
  expect(problems('{ anything }', null)).toEqual([]);
});
