import { expect, it } from 'vitest';
import { hasOwnClaim } from './own-claim.ts';

it.each([
  [{ role: 'anon' }, false],
  [{ role: 'anon', basalt_reads_graphql_schema: true }, true],
  [{ role: 'anon', basalt_reads_graphql_schema: 'true' }, false],
  [{ role: 'anon', user_metadata: { basalt_reads_graphql_schema: true } }, false],
])('of %j: %s', (claims, has) =>
  expect(hasOwnClaim(JSON.stringify(claims), 'basalt_reads_graphql_schema')).toBe(has),
);
