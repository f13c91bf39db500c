import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TableColumn } from '../tables/read-tables.ts';
import { FilterError, parseFilter } from './parse-filter.ts';
import { rowTest } from './test-row.ts';

const term = (column: string, operator: string, ...values: string[]) => ({
  column,
  operator,
  isNegated: false,
  values,
});

test.each([
  ['id=eq.1', [term('id', 'eq', '1')]],
  ['id=not.eq.1', [{ ...term('id', 'eq', '1'), isNegated: true }]],
  ['a=gt.1,b=lte.2', [term('a', 'gt', '1'), term('b', 'lte', '2')]],
  ['id=in.(1,2,"a,b","q\\"\\\\")', [term('id', 'in', '1', '2', 'a,b', 'q"\\')]],
  ['name=eq."a,b)"', [term('name', 'eq', 'a,b)')]],
  ['name=eq.', [term('name', 'eq', '')]],
  ['name=like.a%.b', [term('name', 'like', 'a%.b')]],
  ['"odd=name"=is.null', [term('odd=name', 'is', 'null')]],
  ['a=not.in.(x)', [{ ...term('a', 'in', 'x'), isNegated: true }]],
])('%s', (text, terms) => expect(parseFilter(text)).toEqual(terms));

test.each([
  '',
  'id',
  'id=',
  'id=1',
  'id=is.7',
  'id=between.1',
  'id=in.1',
  'id=in.(1',
  'id=eq."a',
  'id=eq.1,',
  '=eq.1',
  'id=eq."a"b',
])('"%s" is refused', (text) => expect(() => parseFilter(text)).toThrow(FilterError));

test('any text is a filter or is refused', () => {
  const pieces = fc.array(
    fc.constantFrom('id', '=', 'eq.', 'in.', '(', ')', ',', '"', '\\', 'not.', 'is.null', '1', ' '),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((parts) => parts.join('')),
      ),
      (text) => {
        try {
          for (const { column } of parseFilter(text)) expect(column).not.toBe('');
        } catch (error) {
          expect(error).toBeInstanceOf(FilterError);
        }
      },
    ),
  );
});

const column = (base: string, more: Partial<TableColumn> = {}): TableColumn => ({
  name: 'c',
  type: base,
  typeSchema: 'pg_catalog',
  base,
  baseSchema: 'pg_catalog',
  element: null,
  isKey: false,
  isEnum: false,
  isDeterministic: true,
  isReadable: true,
  ...more,
});
const verdict = (filter: string, of: TableColumn, value: string | null) => {
  const [first] = parseFilter(filter);
  const made = first === undefined ? null : rowTest(first, of);
  return made === null ? 'ask' : made(value);
};

test.each([
  ['c=eq.1', 'int4', '1', true],
  ['c=eq.01', 'int8', '1', true],
  ['c=eq.1', 'int4', null, null],
  ['c=not.eq.1', 'int4', null, null],
  ['c=not.eq.1', 'int4', '2', true],
  ['c=gt.9', 'int4', '10', true],
  ['c=lte.-3', 'int8', '-4', true],
  ['c=neq.a', 'text', 'b', true],
  ['c=in.(a,b)', 'text', 'b', true],
  ['c=not.in.(a,b)', 'text', 'b', false],
  ['c=eq.TRUE', 'bool', 't', true],
  ['c=eq.A0000000-0000-0000-0000-000000000000', 'uuid', 'a0000000-0000-0000-0000-000000000000', true],
  ['c=is.null', 'jsonb', null, true],
  ['c=not.is.null', 'jsonb', '{}', true],
  ['c=is.not_null', 'jsonb', null, false],
  ['c=isdistinct.a', 'text', null, true],
  ['c=isdistinct.null', 'text', 'a', true],
  // These only PostgreSQL can tell.
  ['c=eq.1.0', 'numeric', '1', 'ask'],
  ['c=lt.b', 'text', 'a', 'ask'],
  ['c=like.a%', 'text', 'ab', 'ask'],
  ['c=eq.2026-01-01', 'timestamptz', '2026-01-01 00:00:00+00', 'ask'],
  ['c=eq.x', 'int4', '1', 'ask'],
  ['c=is.true', 'bool', 't', 'ask'],
] as const)('%s of %s with %s', (filter, base, value, expected) =>
  expect(verdict(filter, column(base), value)).toBe(expected),
);

test('texts whose equality is a matter of their collation, and types of the project, are asked about', () => {
  expect(verdict('c=eq.a', column('text', { isDeterministic: false }), 'A')).toBe('ask');
  expect(verdict('c=eq.a', column('text', { baseSchema: 'public' }), 'a')).toBe('ask');
  expect(verdict('c=eq.a', column('mood', { baseSchema: 'public', isEnum: true }), 'a')).toBe(true);
});
