import { expect, it } from 'vitest';
import { listQuestion, listsBuiltIn } from './list-question.ts';

it('asks for the latest reports unless the address says otherwise', () => {
  expect(listQuestion({})).toEqual({ type: 'report', sort_by: 'updated_at', sort_order: 'desc' });
  expect(listQuestion({ q: ' sales ', sort: 'name', show: 'shared' })).toEqual({
    type: 'report',
    sort_by: 'name',
    sort_order: 'asc',
    name: 'sales',
    visibility: 'project',
  });
  expect(listQuestion({ show: 'favorites' })).toMatchObject({ favorite: true });
});

it('finds the built-in report like any other', () => {
  expect(listsBuiltIn({})).toBe(true);
  expect(listsBuiltIn({ q: 'Data' })).toBe(true);
  expect(listsBuiltIn({ q: 'sales' })).toBe(false);
  expect(listsBuiltIn({ show: 'favorites' })).toBe(false);
});
