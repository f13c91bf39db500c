import type { ApiTable } from '@basalt/contract';
import { quoteIdent } from '@basalt/sql';
import { nameOf } from './exposure.ts';

/** Whom a first policy lets in. */
export type Audience = 'signed-in' | 'owner' | 'public';

/** Taken for the owner's column while the table has none that could be it. */
export const LIKELY_OWNER = 'user_id';

type Facts = Pick<ApiTable, 'schema' | 'name' | 'anon_access' | 'authenticated_access'>;

/**
 * A first policy for a table that lets nobody in, with the grants that it would be nothing without.
 * @param owner for `owner`: the column with the id of the user to whom a row belongs
 */
export function policySql(table: Facts, audience: Audience, owner: string = LIKELY_OWNER): string {
  const name = nameOf(table);
  const roles = audience === 'public' ? 'anon, authenticated' : 'authenticated';
  const rights = audience === 'owner' ? 'select, insert, update, delete' : 'select';
  const isOwned = `(select auth.uid()) = ${quoteIdent(owner)}`;
  const policy = {
    'signed-in': ['"Signed-in users can read"', 'select', 'using (true);'],
    owner: [
      '"Owners can read and change their rows"',
      'all',
      `using (${isOwned})\n  with check (${isOwned});`,
    ],
    public: ['"Everybody can read"', 'select', 'using (true);'],
  }[audience];
  const isGranted = table.authenticated_access && (audience !== 'public' || table.anon_access);
  return [
    `create policy ${policy[0]}`,
    `  on ${name}`,
    `  for ${policy[1]} to ${roles}`,
    `  ${policy[2]}`,
    ...(isGranted ? [] : [`grant ${rights} on ${name} to ${roles};`]),
  ].join('\n');
}

/** The columns that could hold the id of a user. */
export function idColumns(columns: ReadonlyArray<{ name: string; type: string }>): string[] {
  return columns.filter(({ type }) => type === 'uuid').map(({ name }) => name);
}

/** Which of them most likely holds the owner's: one of the usual names before any other. Null: there is none. */
export function ownerColumn(ids: readonly string[]): string | null {
  const usual = ['user_id', 'owner_id', 'owner', 'author_id', 'created_by', 'profile_id'];
  return usual.find((name) => ids.includes(name)) ?? ids.find((name) => name !== 'id') ?? ids[0] ?? null;
}
