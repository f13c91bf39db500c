import { expect, test } from 'vitest';
import { parseOrder } from './parse-fields.ts';

const show = (text: string) =>
  parseOrder(text)
    .map(({ embed, field, direction, nulls }) =>
      [
        embed === null ? null : `${embed} /`,
        `${field.name}${field.steps.map((step) => `->${step.kind === 'key' ? step.key : step.index}`).join('')}`,
        direction,
        nulls && `nulls ${nulls}`,
      ]
        .filter((part) => part !== null)
        .join(' '),
    )
    .join(', ');

test.each([
  ['a', 'a'],
  ['a.asc', 'a asc'],
  ['a.desc', 'a desc'],
  ['a.nullsfirst', 'a nulls first'],
  ['a.desc.nullslast', 'a desc nulls last'],
  ['a.asc.nullsfirst,b', 'a asc nulls first, b'],
  ['a.desc , b.asc', 'a desc, b asc'],
  ['"a.b".desc', 'a.b desc'],
  ['data->a->>0.desc', 'data->a->0 desc'],
  ['data->0', 'data->0'],
  ['rel(col)', 'rel / col'],
  ['rel(col).desc.nullslast', 'rel / col desc nulls last'],
  ['rel(data->a).desc', 'rel / data->a desc'],
  ['rel(data->0)', 'rel / data->0'],
  ['"my rel"("a,b")', 'my rel / a,b'],
  ['rel( col )', 'rel / col'],
])('order=%s', (text, expected) => expect(show(text)).toBe(expected));

test.each([
  ['', 1],
  ['a,', 3],
  ['a.ac', 3],
  ['a.descc', 3],
  ['a.desc.asc', 8],
  ['a.nullslast.desc', 13],
  ['a.desc.nullslastt', 8],
  ['rel(a,b)', 6],
  ['rel()', 5],
  ['a->b(c)', 5],
  ['a desc;', 7],
])('refuses %s at column %i', (text, column) =>
  expect(() => parseOrder(text)).toThrow(`"failed to parse order (${text})" (line 1, column ${column})`),
);
