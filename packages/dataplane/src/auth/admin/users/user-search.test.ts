import { expect, test } from 'vitest';
import { userSearch } from './user-search.ts';

const values = (text: string) => userSearch(text).values;

test('a text is a part, one or two letters begin a word', () => {
  expect(values('ada')).toEqual(['%ada%']);
  expect(values('50%_\\')).toEqual(['%50\\%\\_\\\\%']);
  expect(values('ad')).toEqual(['%\nad%', '% ad%']);
  expect(values('🦊')).toEqual(['%\n🦊%', '% 🦊%']);
});

test('eight digits and more may begin an id', () => {
  expect(values('0aB1c2d3-4')).toEqual([
    '%0aB1c2d3-4%',
    '0aB1c2d3-4000-0000-0000-000000000000',
    '0aB1c2d3-4fff-ffff-ffff-ffffffffffff',
  ]);
  const id = '0ab1c2d3-4e5f-6789-abcd-ef0123456789';
  expect(values(id)).toEqual([`%${id}%`, id, id]);
  for (const none of ['0ab1c2d', '0ab1c2d34', '0ab1c2d3-4-5', 'g0000000', `${id}0`]) {
    expect(values(none)).toEqual([`%${none}%`]);
  }
});
