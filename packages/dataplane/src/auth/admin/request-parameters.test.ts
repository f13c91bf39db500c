import { describe, expect, test } from 'vitest';
import { pageHeaders, readPage } from './request-parameters.ts';

describe('readPage', () => {
  test.each([
    [{}, { page: 1, perPage: 50 }],
    [
      { page: '', per_page: '' },
      { page: 1, perPage: 50 },
    ],
    [
      { page: '3', per_page: '10' },
      { page: 3, perPage: 10 },
    ],
    [{ per_page: '5000' }, { page: 1, perPage: 1000 }],
    [{ page: '0' }, null],
    [{ page: '-1' }, null],
    [{ page: '1.5' }, null],
    [{ page: '99999999999999999999' }, null],
    [{ page: '999999999999999' }, null],
    [{ page: ['1', '2'] }, null],
    [{ per_page: 'x' }, null],
  ])('%j', (query, page) => {
    expect(readPage(query)).toEqual(page);
  });
});

describe('pageHeaders', () => {
  test('name the next and the last page', () => {
    expect(pageHeaders('/admin/users', { page: 1, perPage: 50 }, 120)).toEqual({
      link: '</admin/users?page=2&per_page=50>; rel="next", </admin/users?page=3&per_page=50>; rel="last"',
      'x-total-count': '120',
    });
  });

  test('on the last page there is no next', () => {
    const { link } = pageHeaders('/admin/users', { page: 3, perPage: 50 }, 120);
    expect(link).toBe('</admin/users?page=3&per_page=50>; rel="last"');
  });

  test('an empty list has one page', () => {
    expect(pageHeaders('/x', { page: 1, perPage: 50 }, 0)).toEqual({
      link: '</x?page=1&per_page=50>; rel="last"',
      'x-total-count': '0',
    });
  });

  test('what else was asked for is kept and cannot add a link', () => {
    const { link } = pageHeaders('/x', { page: 1, perPage: 1 }, 1, { filter: 'a>; rel="next",\r\nb' });
    expect(link).toBe('</x?page=1&per_page=1&filter=a%3E%3B+rel%3D%22next%22%2C%0D%0Ab>; rel="last"');
  });
});
