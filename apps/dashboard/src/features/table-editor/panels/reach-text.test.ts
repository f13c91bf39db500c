import type { RowReach } from '@basalt/contract';
import { expect, it } from 'vitest';
import { reachText } from './reach-text.ts';

const FOUND: RowReach = {
  is_found: true,
  is_seen: false,
  missing_privilege: null,
  is_rls_active: true,
  policies: [],
  other_policies: 0,
};
const policy = (kind: 'permissive' | 'restrictive', result: RowReach['policies'][number]['result']) => ({
  name: 'p',
  expression: 'x',
  problem: null,
  kind,
  result,
});

it.each<[Partial<RowReach>, RegExp]>([
  [{ is_found: false }, /^There is no row/],
  [{ missing_privilege: 'schema' }, /no right to use the schema/],
  [{ missing_privilege: 'table' }, /no right to read/],
  [{ is_rls_active: false, is_seen: true }, /does not apply/],
  [{ is_seen: true, policies: [policy('permissive', 'true')] }, /sees this row: a policy lets it/],
  [{}, /no policy lets this role read/],
  [{ policies: [policy('restrictive', 'true')] }, /no policy lets this role read/],
  [{ policies: [policy('permissive', 'null')] }, /no policy lets it through/],
  [{ policies: [policy('restrictive', 'false'), policy('permissive', 'true')] }, /restrictive policy keeps/],
  [{ policies: [policy('permissive', 'error')] }, /a policy fails/],
])('%j', (reach, text) => {
  expect(reachText({ ...FOUND, ...reach }, 'anon')).toMatch(text);
});
