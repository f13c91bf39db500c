import { expect, it } from 'vitest';
import { callableFunctions, docsItem, docsTable, type RelationObject, shownSchemas } from './docs-data.ts';
import { findItems, itemId, visibleSections } from './sections.ts';

const TABLE = { schema: 'public', name: 'stones', kind: 'table' } as Parameters<typeof docsTable>[0];

function key(id: number, from: [string, string], to: [string, string]) {
  return {
    id,
    constraint_name: `key_${id}`,
    source_schema: from[0],
    source_table_name: from[1],
    source_column_name: 'other',
    target_table_schema: to[0],
    target_table_name: to[1],
    target_column_name: 'id',
    deletion_action: 'a',
    update_action: 'a',
  } as RelationObject['relationships'][number];
}

const embedOf = (...relationships: ReturnType<typeof key>[]) =>
  docsTable(TABLE, { columns: [], primaryKey: [], relationships, isWritable: true }, 'public').embed;

const STONES: [string, string] = ['public', 'stones'];
const QUARRIES: [string, string] = ['public', 'quarries'];

it.each([
  ['nothing', [], null],
  ['what a key leads to', [key(1, STONES, QUARRIES)], { table: 'quarries', hint: null }],
  ['whose key leads here', [key(1, QUARRIES, STONES)], { table: 'quarries', hint: null }],
  [
    'one of two keys, by its name',
    [key(1, STONES, QUARRIES), key(2, STONES, QUARRIES)],
    { table: 'quarries', hint: 'key_1' },
  ],
  ['a table itself, by the name of the key', [key(1, STONES, STONES)], { table: 'stones', hint: 'key_1' }],
  ['no users, whose schema is not served', [key(1, STONES, ['auth', 'users'])], null],
])('joins %s', (_, keys, expected) => expect(embedOf(...keys)).toEqual(expected));

it('shows the sections that somebody may see', () => {
  const all = { read_auth_users: true, read_storage: true, read_functions: true, read_sql: true };
  expect(visibleSections(all)).toHaveLength(7);
  expect(visibleSections({})).toEqual(['introduction', 'entities', 'stored-procedures']);
  for (const [ability, section] of [
    ['read_auth_users', 'user-management'],
    ['read_storage', 'storage'],
    ['read_functions', 'edge-functions'],
    ['read_sql', 'realtime'],
  ] as const) {
    expect(visibleSections({ ...all, [ability]: false })).not.toContain(section);
    expect(visibleSections({ [ability]: true })).toContain(section);
  }
});

it('names things by their schema where requests must', () => {
  expect(shownSchemas(['public', 'graphql_public', 'shop'])).toEqual(['public', 'shop']);
  expect(docsItem('public', 'stones', 'public')).toEqual({ id: 'public.stones', label: 'stones' });
  expect(docsItem('shop', 'goods', 'public').label).toBe('shop.goods');
  expect(findItems([docsItem('public', 'Stones', 'public')], ' ston')).toHaveLength(1);
});

it('gathers overloads, and leaves out what cannot be called', () => {
  const fn = (name: string, more = {}) => ({
    schema: 'public',
    name,
    kind: 'function',
    return_type: 'text',
    ...more,
  });
  const functions = [
    fn('area'),
    fn('area'),
    fn('touch', { return_type: 'trigger' }),
    fn('run', { kind: 'procedure' }),
  ] as unknown as Parameters<typeof callableFunctions>[0];
  expect([...callableFunctions(functions)].map(([id, all]) => [id, all.length])).toEqual([
    ['public.area', 2],
  ]);
});

it.each([
  ['public.stones', 'public.stones'],
  ['stones', 'public.stones'],
  ['shop.stones', 'shop.stones'],
  ['goods', 'goods'],
  [null, null],
])('an address that says %j means %j', (said, id) => {
  const items = [docsItem('public', 'stones', 'public'), docsItem('shop', 'stones', 'public')];
  expect(itemId([...items, docsItem('shop', 'goods', 'public')], said)).toBe(id);
});
