import { useTestCluster } from '@basalt/clusters/testing';
import { quoteIdent } from '@basalt/sql';
import { describe, expect, it } from 'vitest';
import { findFunction } from './find-function.ts';
import { findRelation } from './find-relation.ts';
import { findRelationship } from './find-relationship.ts';
import { loadAfter } from './load-for-test.ts';

const cluster = useTestCluster();

const NAMES = [
  `it's "quoted"`,
  'with space',
  'dotted.name',
  'UPPER lower',
  'käse 🧀 日本',
  'x'.repeat(63),
  'back\\slash',
  ':targetList ({TARGETENTRY :resorigtbl 1 :resorigcol 1}',
  'select',
  '__proto__',
  'constructor',
  'a,b(c){d}[e]',
  'line\nbreak\ttab',
  '$1',
  '%s %I',
];

describe.each(NAMES)('the schema cache with the name %j', (name) => {
  it('finds tables, columns, keys, views and functions of that name', async () => {
    const quoted = quoteIdent(name);
    // Shorter than the table's: PostgreSQL would cut it.
    const cache = await loadAfter(
      cluster,
      `create schema ${quoted};
       create table ${quoted}.parents (${quoted} int primary key, other text default ${`'${name.replaceAll("'", "''")}'`});
       create table ${quoted}.${quoted} (${quoted} int primary key,
         constraint ${quoted} foreign key (${quoted}) references ${quoted}.parents);
       create view ${quoted}.shown as select ${quoted}, other as "Other" from ${quoted}.parents;
       create type ${quoted}."type ${name.slice(0, 8)}" as enum ('a');
       create function ${quoted}.${quoted}(${quoted} ${quoted}."type ${name.slice(0, 8)}") returns setof ${quoted}.${quoted}
         language sql as 'select null::int';`.replaceAll(
        `"type ${name.slice(0, 8)}"`,
        quoteIdent(`type ${name.slice(0, 8)}`),
      ),
      { dbSchemas: [name] },
    );
    const here = { schema: name, name };
    const relation = findRelation(cache, name, name);
    expect(relation).toMatchObject({ ...here, primaryKey: [name] });
    expect([...relation.columns.keys()]).toEqual([name]);
    expect(findRelation(cache, name, 'shown').primaryKey).toEqual([name]);
    const wanted = { origin: here, hint: null, schema: name };
    for (const target of ['parents', 'shown'])
      expect(findRelationship(cache, { ...wanted, name: target })).toMatchObject({
        cardinality: 'o2o',
        constraint: name,
        columns: [{ origin: name, target: name }],
      });
    const { function: fn } = findFunction(cache, name, name, [name], { bodyKind: 'json' });
    expect(fn.returns).toEqual({ kind: 'composite', set: true, relation: here });
  });
});
