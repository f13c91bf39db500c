import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it } from 'vitest';
import { runQuery } from '../queries/run-query.ts';
import { builtInElementType, builtInTypeName } from './type-names.ts';

interface TypeRow {
  readonly id: number;
  readonly name: string;
  readonly element: number;
}

const TYPES = `
  with named as (
    select oid, typarray, typelem, case typname when 'char' then '"char"' else typname end as name from pg_type
  )
  select t.oid as id, coalesce(e.name || '[]', t.name) as name, coalesce(e.oid, 0) as element
  from named t left join named e on e.typarray = t.oid`;

describe.each(inTurn([15, 18] as const))('the types known by heart, on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major, kind: 'platform' });

  it('are what the server calls them', async () => {
    const types = (await runQuery(cluster.adminAddress, TYPES)).rows as unknown as TypeRow[];
    const known = types.filter(({ id }) => builtInTypeName(id) !== undefined);
    expect(known.length).toBeGreaterThan(120);
    for (const { id, name, element } of known) {
      expect([id, builtInTypeName(id)]).toEqual([id, name]);
      expect([id, builtInElementType(id) ?? 0]).toEqual([id, element]);
    }
  });
});
