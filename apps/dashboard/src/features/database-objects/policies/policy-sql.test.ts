import { describe, expect, it } from 'vitest';
import { ownerColumn, policySql, policyTemplates } from './policy-sql.ts';

const policy = {
  schema: 'shop',
  table: 'Price "list"',
  name: "it's mine",
  action: 'PERMISSIVE',
  command: 'UPDATE',
  roles: ['public', 'My role'],
  definition: '(a = 1)',
  check: null,
} as const;

describe('policySql', () => {
  it('quotes names and leaves out what is not there', () => {
    expect(policySql({ ...policy, roles: [...policy.roles] })).toBe(
      'create policy "it\'s mine" on shop."Price ""list"""\n  as permissive for update\n  to public, "My role"\n  using ((a = 1));',
    );
  });

  it('writes nothing that would let more in than the policy does', () => {
    expect(policySql({ ...policy, roles: ['public'], definition: null })).toBeNull();
  });
});

describe('templates', () => {
  it('asks who the user is once for a statement, not for each row', () => {
    expect(policyTemplates('owner id').owner).toMatchObject({ using: '(select auth.uid()) = "owner id"' });
  });

  it.each([
    [['id', 'writer'], 'writer'],
    [['id', 'writer', 'owner_id'], 'owner_id'],
    [['id'], 'id'],
    [[], 'user_id'],
  ])('takes of %j the column %s for the owner’s', (names, column) => {
    expect(ownerColumn(names.map((name) => ({ name, format: 'uuid' })))).toBe(column);
  });
});
