import { expect, test } from 'vitest';
import { withCasts } from './explain-statement.ts';
import { comparedColumns } from './index-candidates.ts';

test.each<[string, string[], string[]]>([
  ['(n.writer = $1)', ['writer'], []],
  ['((n.writer = $1) AND (n.at > $2) AND (n.at < $3))', ['writer'], ['at']],
  ["((n.email)::text = 'x'::text)", ['email'], []],
  ['(n."A ""name""" = ANY ($1))', ['A "name"'], []],
  ['((n.a = $1) OR (n.b = $2))', [], []],
  ['((n.a = $1) AND ((n.b = $2) OR (n.c = $3)))', ['a'], []],
  ['(n.a = n.b)', [], []],
  ['(o.a = $1)', [], []],
  ['(lower(n.a) = $1)', [], []],
  ['(n.a ~~ $1)', [], []],
  // What looks like a column in a text may as well be one.
  ["(n.a = ') AND (n.b = '::text)", [], []],
])('%s compares %j and %j', (filter, equal, ranges) =>
  expect(comparedColumns(filter, 'n')).toEqual({ equal, ranges }),
);

test.each([
  ['select date $1, interval $2', 'select $1::date, $2::interval'],
  ['select "date" , $1', 'select "date" , $1'],
  ["select 'date $1', x.date = $2", "select 'date $1', x.date = $2"],
])('%s is written as %s', (text, expected) => expect(withCasts(text)).toBe(expected));
