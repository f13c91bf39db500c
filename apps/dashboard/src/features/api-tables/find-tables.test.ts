import type { ApiTable } from '@basalt/contract';
import { expect, test } from 'vitest';
import { findTables, type TableSearch } from './find-tables.ts';

const base = {
  kind: 'table',
  rls_enabled: true,
  policy_count: 0,
  anon_access: true,
  authenticated_access: true,
};
const tables = [
  { ...base, schema: 'public', name: 'Notes', exposed_without_policy: false },
  { ...base, schema: 'public', name: 'orders', rls_enabled: false, exposed_without_policy: true },
  { ...base, schema: 'api', name: 'notes', policy_count: 2, exposed_without_policy: false },
] as ApiTable[];

test.each<[TableSearch, string[]]>([
  [{}, ['public.orders', 'public.Notes', 'api.notes']],
  [{ q: ' NOTES ' }, ['public.Notes', 'api.notes']],
  [{ q: 'public.n' }, ['public.Notes']],
  [{ schema: 'api' }, ['api.notes']],
  [{ show: 'exposed' }, ['public.orders']],
  [{ show: 'locked' }, ['public.Notes']],
  [{ show: 'locked', schema: 'api' }, []],
])('%j', (search, names) => {
  expect(findTables(tables, search).map(({ schema, name }) => `${schema}.${name}`)).toEqual(names);
});
