import { expect, it } from 'vitest';
import { fieldOfError } from './field-of-error.ts';

const body = {
  name: 'goods',
  columns: [
    { name: 'a', type: 'int' },
    { name: 'b"', type: 'nothing', default_value: 'f(1)' },
  ],
};
const statement = 'create table goods (a int, "b""" nothing default f(1))';
const at = (text: string) => statement.indexOf(text) + 1;

it.each<[string, number | null, string | null, string | null, string?]>([
  ['42704', at('nothing'), null, 'columns.1.type'],
  ['42883', at('f(1)'), null, 'columns.1.default_value'],
  ['42601', at('"b""'), null, 'columns.1.name'],
  ['42601', at('create'), null, null],
  ['42P07', null, null, 'name', 'relation "goods" already exists'],
  ['42703', null, null, 'columns.1.type', 'column "nothing" of relation "other" does not exist'],
  ['23502', null, 'a', 'columns.0.is_nullable'],
  ['42701', null, 'b"', 'columns.1.name'],
  ['23514', null, null, null],
])('an error %s at %s about column %s names the field %s', (code, position, column, field, message = '') => {
  expect(fieldOfError({ code, position, column, message }, statement, body)).toBe(field);
});

it('takes a type for the type and not for the schema that it begins with', () => {
  const text = 'create table shop.goods (mood shop.nothing check (mood > 1))';
  const drawn = {
    schema: 'shop',
    name: 'goods',
    columns: [{ name: 'mood', type: 'shop.nothing', check: 'mood > 1' }],
  };
  const field = (place: string) =>
    fieldOfError(
      { code: '42704', position: text.indexOf(place) + 1, column: null, message: '' },
      text,
      drawn,
    );
  expect(['shop.nothing', 'shop.goods', 'mood > 1', 'mood shop'].map(field)).toEqual([
    'columns.0.type',
    'schema',
    'columns.0.check',
    'columns.0.name',
  ]);
});

it('counts characters as the server does', () => {
  const text = "comment on x is '🌋🌋' nope";
  expect(
    fieldOfError(
      { code: '42601', position: [...text].indexOf('n', 20) + 1, column: null, message: '' },
      text,
      {
        word: 'nope',
      },
    ),
  ).toBe('word');
});
