import { describe, expect, test } from 'vitest';
import { idColumns, ownerColumn, policySql } from './policy-sql.ts';

const table = { schema: 'public', name: 'notes', anon_access: true, authenticated_access: true };

describe('policySql', () => {
  test('lets in whoever has signed in', () =>
    expect(policySql(table, 'signed-in')).toBe(
      'create policy "Signed-in users can read"\n  on public.notes\n  for select to authenticated\n  using (true);',
    ));

  test('lets owners do what they like with their rows', () =>
    expect(policySql(table, 'owner', 'Author')).toBe(
      [
        'create policy "Owners can read and change their rows"',
        '  on public.notes',
        '  for all to authenticated',
        '  using ((select auth.uid()) = "Author")',
        '  with check ((select auth.uid()) = "Author");',
      ].join('\n'),
    ));

  test('lets everybody in, and grants what is missing for it', () =>
    expect(policySql({ ...table, anon_access: false }, 'public')).toBe(
      [
        'create policy "Everybody can read"',
        '  on public.notes',
        '  for select to anon, authenticated',
        '  using (true);',
        'grant select on public.notes to anon, authenticated;',
      ].join('\n'),
    ));

  test('a name stays a name, whatever it says', () => {
    const hostile = { ...table, schema: 'Shop', name: 'x"; drop table users; --' };
    const sql = policySql(hostile, 'owner', '"); drop table users; --');
    expect(sql).toContain('on "Shop"."x""; drop table users; --"\n');
    expect(sql).toContain('= """); drop table users; --")');
  });
});

test.each<[string | null, Array<[string, string]>]>([
  [
    'user_id',
    [
      ['id', 'uuid'],
      ['room_id', 'uuid'],
      ['user_id', 'uuid'],
    ],
  ],
  [
    'room_id',
    [
      ['id', 'uuid'],
      ['room_id', 'uuid'],
    ],
  ],
  [
    'id',
    [
      ['id', 'uuid'],
      ['name', 'text'],
    ],
  ],
  [null, [['user_id', 'bigint']]],
])('%s holds the owner', (expected, columns) =>
  expect(ownerColumn(idColumns(columns.map(([name, type]) => ({ name, type }))))).toBe(expected),
);
