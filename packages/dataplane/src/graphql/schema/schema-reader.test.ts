import { expect, it } from 'vitest';
import { readsSchema } from './schema-reader.ts';

it.each([
  [{ role: 'anon' }, false],
  [{ role: 'anon', basalt_reads_graphql_schema: true }, true],
  [{ role: 'anon', basalt_reads_graphql_schema: 'true' }, false],
  [{ role: 'anon', user_metadata: { basalt_reads_graphql_schema: true } }, false],
])('of %j: %s', (claims, reads) => expect(readsSchema(JSON.stringify(claims))).toBe(reads));
