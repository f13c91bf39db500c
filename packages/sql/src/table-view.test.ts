import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FilterOperator, formatFilter, formatSort, parseFilter, parseSort } from './table-view.ts';

const column = fc.string({ unit: 'binary', minLength: 1 });

describe('a sort in an address', () => {
  it.each<[string, ReturnType<typeof parseSort>]>([
    ['name:asc', { column: 'name', ascending: true }],
    ['name:desc', { column: 'name', ascending: false }],
    ['name:up', { column: 'name', ascending: false }],
    ['a%3Ab%25:asc', { column: 'a:b%', ascending: true }],
    ['100%:asc', { column: '100%', ascending: true }],
    ['name', null],
    ['name:', null],
    [':asc', null],
    ['', null],
  ])('reads %j', (text, sort) => {
    expect(parseSort(text)).toEqual(sort);
  });

  it('comes back as it went', () => {
    fc.assert(
      fc.property(column, fc.boolean(), (name, ascending) => {
        expect(parseSort(formatSort({ column: name, ascending }))).toEqual({ column: name, ascending });
      }),
    );
  });
});

describe('a filter in an address', () => {
  it.each<[string, ReturnType<typeof parseFilter>]>([
    ['name:eq:a', { column: 'name', operator: '=', value: 'a' }],
    ['name:ilike:%a%', { column: 'name', operator: '~~*', value: '%a%' }],
    ['at:gte:12:30:00', { column: 'at', operator: '>=', value: '12:30:00' }],
    ['name:is:', { column: 'name', operator: 'is', value: '' }],
    ['a%3ab:neq:%3A', { column: 'a:b', operator: '<>', value: '%3A' }],
    ['name:eq', null],
    ['name:=:a', null],
    ['name:constructor:a', null],
    [':eq:a', null],
    ['name', null],
    ['', null],
  ])('reads %j', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter);
  });

  it('comes back as it went', () => {
    const operator = fc.constantFrom<FilterOperator>(
      '=',
      '<>',
      '>',
      '<',
      '>=',
      '<=',
      '~~',
      '~~*',
      'in',
      'is',
    );
    fc.assert(
      fc.property(column, operator, fc.string({ unit: 'binary' }), (name, symbol, value) => {
        const filter = { column: name, operator: symbol, value };
        expect(parseFilter(formatFilter(filter))).toEqual(filter);
      }),
    );
  });
});
