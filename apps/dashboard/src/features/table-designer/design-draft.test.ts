import { createDesign, designProblem } from '@basalt/sql/definitions';
import { expect, it } from 'vitest';
import {
  emptyColumn,
  emptyForeignKey,
  emptyUnique,
  movedColumn,
  newTable,
  toDesign,
  toDraft,
  withColumn,
  withoutColumn,
  withPrimary,
} from './design-draft.ts';
import { defaultSuggestions, matchTypes, toggleArray } from './type-suggestions.ts';

const draft = () => {
  const begun = newTable('public');
  const label = emptyColumn('label');
  return { ...begun, name: 'goods', columns: [...begun.columns, label] };
};

it('begins with a table that can be made once it has a name', () => {
  expect(designProblem(toDesign(newTable('public')))?.field).toBe('name');
  expect(createDesign(toDesign(draft()))[0]).toContain('primary key (id)');
});

it('keeps what refers to a column when it is renamed, and drops it with the column', () => {
  const begun = draft();
  const [id] = begun.columns;
  if (id === undefined) throw new Error('columns');
  const key = { ...emptyForeignKey(begun), referenced_table: 'makers' };
  const unique = { ...emptyUnique(), columns: [id.key, begun.columns[2]?.key ?? ''] };
  const renamed = withColumn({ ...begun, foreignKeys: [key], uniques: [unique] }, id.key, { name: 'number' });
  expect(toDesign(renamed)).toMatchObject({
    primary_key: ['number'],
    unique_constraints: [{ columns: ['number', 'label'] }],
    foreign_keys: [{ columns: ['number'], referenced_columns: ['id'] }],
  });
  expect(toDesign(withoutColumn(renamed, id.key))).toMatchObject({
    primary_key: [],
    unique_constraints: [],
    foreign_keys: [],
  });
});

it('is the same table after it was read and written', () => {
  const begun = draft();
  const columns = begun.columns.map(({ key }) => key);
  const uniques = [{ key: 'b', id: 2, name: 'all', columns, nulls_not_distinct: true }];
  const design = toDesign({
    ...begun,
    uniques,
    checks: [{ key: 'a', id: 1, name: null, expression: 'true' }],
  });
  expect(toDesign(toDraft(design))).toEqual(design);
});

it('keeps columns from saying what makes no sense together', () => {
  const begun = draft();
  const label = begun.columns[2];
  if (label === undefined) throw new Error('columns');
  const given = withColumn(begun, label.key, { default_value: "'x'", identity: 'always' });
  expect(given.columns[2]).toMatchObject({ default_value: null, is_nullable: false });
  expect(withPrimary(begun, label.key, true).columns[2]?.is_nullable).toBe(false);
  expect(movedColumn(begun, label.key, -1).columns.map(({ name }) => name)).toEqual([
    'id',
    'label',
    'created_at',
  ]);
  expect(movedColumn(begun, label.key, 1).columns.map(({ name }) => name)).toEqual([
    'id',
    'created_at',
    'label',
  ]);
});

it.each([
  ['timestamptz', 'timestamp with time zone'],
  ['int8', 'bigint'],
  ['varchar', 'character varying'],
  ['UUID', 'uuid'],
  ['mood', 'shop.mood'],
])('finds the type behind %s', (search, type) => {
  expect(matchTypes(search, ['shop.mood'])).toContain(type);
});

it('offers defaults that fit the type', () => {
  expect(defaultSuggestions('uuid')).toContain('gen_random_uuid()');
  expect(defaultSuggestions('timestamp with time zone')).toContain('now()');
  expect(defaultSuggestions('text[]')).toEqual(["'{}'::text[]"]);
  expect(defaultSuggestions('numeric(10,2)')).toEqual(['0']);
  expect(toggleArray('text', true)).toBe('text[]');
  expect(toggleArray('text[][]', false)).toBe('text');
});

it.each([
  ['embedding', 'extensions.vector', ['extensions.vector(1536)', 'extensions.vector']],
  ['map', 'extensions.geography', ['extensions.geography(Point,4326)', 'extensions.geography']],
  ['geom', 'geometry', ['geometry(Point,4326)', 'geometry', 'point']],
  ['embedding', 'shop.my_vector', []],
])('a type of an extension is offered as columns have it: %s in %s', (search, type, found) => {
  expect(matchTypes(search, [type])).toEqual(found);
});
