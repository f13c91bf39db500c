import type { ApiTable } from '@basalt/contract';
import { describe, expect, test } from 'vitest';
import { closingSql, type Exposure, exposureOf } from './exposure.ts';

const table: ApiTable = {
  id: 1,
  schema: 'public',
  name: 'notes',
  kind: 'table',
  rls_enabled: true,
  policy_count: 1,
  anon_access: true,
  authenticated_access: true,
  estimated_rows: null,
  exposed_without_policy: false,
};

describe('exposureOf', () => {
  test.each<[string, Partial<ApiTable>, Exposure]>([
    ['policies decide', {}, 'guarded'],
    ['no row level security', { rls_enabled: false, exposed_without_policy: true }, 'exposed'],
    ['row level security without a policy', { policy_count: 0 }, 'locked'],
    ['locked for the one role that has access', { policy_count: 0, anon_access: false }, 'locked'],
    ['no grants', { anon_access: false, authenticated_access: false, policy_count: 0 }, 'unreachable'],
    [
      'no grants and no row level security',
      { anon_access: false, authenticated_access: false, rls_enabled: false },
      'unreachable',
    ],
    ['a view that asks its tables', { kind: 'view', rls_enabled: false, policy_count: 0 }, 'guarded'],
    [
      'a view that does not',
      { kind: 'view', rls_enabled: false, policy_count: 0, exposed_without_policy: true },
      'exposed',
    ],
  ])('%s', (_, part, expected) => {
    expect(exposureOf({ ...table, ...part })).toBe(expected);
  });
});

describe('closingSql', () => {
  test.each<[ApiTable['kind'], string]>([
    ['table', 'alter table public.notes enable row level security;'],
    ['partitioned table', 'alter table public.notes enable row level security;'],
    ['view', 'alter view public.notes set (security_invoker = on);'],
    ['materialized view', 'revoke all on public.notes from public, anon, authenticated;'],
    ['foreign table', 'revoke all on public.notes from public, anon, authenticated;'],
  ])('%s', (kind, sql) => {
    expect(closingSql({ ...table, kind })).toBe(sql);
  });

  test('a name stays a name, whatever it says', () => {
    const hostile = { ...table, schema: 'Shop', name: 'x"; drop table users; --' };
    expect(closingSql(hostile)).toBe(
      'alter table "Shop"."x""; drop table users; --" enable row level security;',
    );
  });
});
