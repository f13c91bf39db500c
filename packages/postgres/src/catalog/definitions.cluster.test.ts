import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { quoteIdentAlways, splitStatements } from '@basalt/sql';
import * as define from '@basalt/sql/definitions';
import type { ClientBase } from 'pg';
import { describe, expect, it } from 'vitest';
import { withClient } from '../connections/connect.ts';
import { FUNCTION_OBJECTS, hasNulls, readObjects, readTableDefinition } from './index.ts';
import { HOSTILE_NAMES } from './objects/scene-for-test.ts';

const column = {
  number: null,
  type: 'text',
  is_nullable: true,
  default_value: null,
  identity: null,
  generated: null,
  is_unique: false,
  check: null,
  comment: null,
} as const;

/** Statements of every kind, with this name wherever a name or a text can be. */
function statementsFor(name: string): string[] {
  const q = quoteIdentAlways(name);
  const other = name === 'plain' ? 'other' : 'plain';
  const settings = { default_value_format: 'literal', identity_generation: 'BY DEFAULT' } as const;
  const design: define.TableDesign = {
    schema: name,
    name: 'designed',
    comment: name,
    rls_enabled: true,
    is_realtime: false,
    columns: [{ ...column, name, type: `${q}.its_type`, comment: name, check: `${q} is not null` }],
    primary_key: [name],
    unique_constraints: [{ id: null, name: `${other}_unique`, columns: [name], nulls_not_distinct: true }],
    foreign_keys: [
      {
        id: null,
        name,
        columns: [name],
        referenced_schema: name,
        referenced_table: name,
        referenced_columns: [name],
        deletion_action: 'c',
        update_action: 'n',
      },
    ],
    checks: [{ id: null, name: `${other}_check`, expression: `${q} is not null` }],
  };
  const stored = { schema: name, table: name, name };
  return [
    ...define.createSchema({ name, comment: name }),
    ...define.createType({ name, schema: name, enums: [name, other], comment: name }),
    ...define.changeType(
      { schema: name, name },
      {
        name: 'its_type',
        add_values: [{ value: 'last', after: name }],
        rename_values: [{ from: other, to: 'renamed' }],
      },
    ),
    ...define.createType({
      name: 'composed',
      schema: name,
      attributes: [
        { name, type: `${q}.its_type` },
        { name: 'second', type: 'text' },
        { name: 'third', type: 'text' },
      ],
    }),
    ...define.changeType(
      {
        schema: name,
        name: 'composed',
        attributes: [{ name }, { name: 'second' }, { name: 'third' }],
      },
      {
        drop_attributes: ['third'],
        retype_attributes: [{ name, type: `${q}.its_type[]` }],
        rename_attributes: [
          { from: name, to: 'second' },
          { from: 'second', to: name },
        ],
        add_attributes: [{ name: 'third', type: `${q}.its_type` }],
      },
    ),
    ...define.createTable({ name, schema: name, comment: name }),
    ...define.createColumn(
      { schema: name, name },
      { ...settings, name, type: `${q}.its_type`, default_value: name, is_primary_key: true, comment: name },
    ),
    ...define.createColumn(
      { schema: name, name },
      { ...settings, name: 'note', type: 'text', default_value: name, is_primary_key: false },
    ),
    ...define.createIndex(
      { schema: name, name },
      {
        name: 'an_index',
        access_method: 'btree',
        columns: [{ name }],
        include: ['note'],
        is_unique: true,
        predicate: `${q} is not null`,
        comment: name,
      },
    ),
    ...define.createIndex(
      { schema: name, name },
      { name: 'built', access_method: 'btree', columns: [{ name }], is_unique: false, concurrently: true },
    ),
    ...define.rebuildIndex({ schema: name, name: 'built' }),
    ...define.createConstraint(
      { schema: name, name },
      { type: 'CHECK', name, expression: `${q} is not null`, is_validated: false, comment: name },
    ),
    ...define.changeConstraint(
      { ...stored, is_deferrable: false, is_initially_deferred: false },
      { is_validated: true, name: 'validated' },
    ),
    ...define.createPolicy({
      ...stored,
      action: 'RESTRICTIVE',
      command: 'ALL',
      roles: ['anon', 'PUBLIC'],
      definition: 'true',
      check: `${q} is not null`,
      comment: name,
    }),
    ...define.createFunction({
      name,
      schema: name,
      kind: 'function',
      args: [],
      definition: `begin /* ${name.replaceAll('*', '').replaceAll('/', '')} */ return new; end`,
      return_type: 'trigger',
      language: 'plpgsql',
      behavior: 'STABLE',
      security_definer: true,
      config_params: { search_path: name === '' ? '' : q },
    }),
    ...define.createTrigger({
      ...stored,
      function_name: name,
      function_schema: name,
      function_args: [name],
      activation: 'BEFORE',
      events: ['INSERT', 'UPDATE'],
      columns: [name],
      orientation: 'ROW',
      condition: `new.${q} is not null`,
    }),
    ...define.changeTrigger(stored, { enabled_mode: 'ALWAYS' }),
    ...define.createRole({ name: `r${name}`.slice(0, 20), config: { search_path: q } }),
    ...define.grant([
      {
        schema: name,
        table: name,
        column: name,
        privilege_type: 'SELECT',
        grantee: `r${name}`.slice(0, 20),
        is_grantable: true,
      },
    ]),
    ...define.revoke([
      { schema: name, table: name, privilege_type: 'ALL', grantee: `r${name}`.slice(0, 20) },
    ]),
    ...define.drop(`role ${quoteIdentAlways(`r${name}`.slice(0, 20))}`, false),
    ...define.createPublication({ name, publish_insert: true, tables: [{ schema: name, name }] }),
    ...define.changePublication(
      {
        name,
        owner: '',
        publish_insert: true,
        publish_update: false,
        publish_delete: false,
        publish_truncate: false,
        tables: [],
      },
      { publish_update: true },
    ),
    ...define.createDesign(design),
    ...define.duplicateDesign(
      design,
      { schema: name, name: 'copied', comment: name },
      { withRows: true, ownSequences: [] },
    ),
  ];
}

describe.each(inTurn([15, 18] as const))('definitions on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });

  it('hold with hostile names', async () => {
    const address = await cluster.createDatabase();
    await withClient(address, async (client) => {
      for (const name of HOSTILE_NAMES.filter((one) => !one.startsWith('pg_'))) {
        for (const statement of statementsFor(name)) {
          expect(splitStatements(statement)).toHaveLength(1);
          await client.query({ text: statement, values: [] }).catch((error: Error) => {
            throw new Error(`${JSON.stringify(name)}: ${error.message} in ${statement}`);
          });
        }
        const { rows } = await client.query<{ f: string; t: string; p: string }>(
          `select (select json_agg(proname) from pg_proc where pronamespace = n.oid)::text as f,
             (select json_agg(relname order by relname) from pg_class where relnamespace = n.oid and relkind = 'r')::text as t,
             (select json_agg(polname) from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = n.oid)::text as p
           from pg_namespace n where nspname = $1`,
          [name],
        );
        expect(JSON.parse(rows[0]?.f ?? '')).toEqual([name]);
        expect(JSON.parse(rows[0]?.t ?? '').sort()).toEqual(
          [...new Set([name, 'copied', 'designed'])].sort(),
        );
        expect(JSON.parse(rows[0]?.p ?? '')).toEqual([name]);
      }
    });
  });

  async function designOf(client: ClientBase, table: string) {
    const { rows } = await client.query<{ id: number }>('select $1::regclass::oid::int8 as id', [table]);
    await client.query('begin');
    const found = await readTableDefinition(client, Number(rows[0]?.id));
    await client.query('rollback');
    if (found === null) throw new Error('no such table');
    const { primary_key, columns, id, ...rest } = found.definition;
    const stored: define.StoredDesign = {
      design: {
        ...rest,
        primary_key: primary_key?.columns ?? [],
        columns: columns.map(({ unique, check, has_sequence: _, ...one }) => ({
          ...one,
          is_unique: unique !== null,
          check: check?.expression ?? null,
        })),
      },
      primaryKey: primary_key?.name ?? null,
      columns: Object.fromEntries(
        columns.map(({ number, unique, check }) => [number, { unique, check: check?.name ?? null }]),
      ),
    };
    return { id, stored };
  }

  it('make of any table any other one, and read it back as it was drawn', async () => {
    const address = await cluster.createDatabase();
    await withClient(address, async (client) => {
      await client.query(`create schema shop; create type shop.mood as enum ('sad', 'ok'); create table shop.makers (id int primary key);
        create table shop.goods (id serial primary key, label varchar(20) unique check (length(label) > 2), old text,
          amount int not null default 1, twice int generated always as (amount * 2) stored, maker int references shop.makers,
          gone text, check (amount > 0 or label is null), constraint lasting unique (amount, label) deferrable, unique (old, gone));
        insert into shop.goods (label, amount) values ('one', 1), ('two', 2)`);
      const before = await designOf(client, 'shop.goods');
      // Nothing is said about what is as it should be.
      expect(define.changeDesign(before.stored, before.stored.design)).toEqual([]);
      const after: define.TableDesign = structuredClone(before.stored.design);
      const named = (name: string) => {
        const found = after.columns.find((one) => one.name === name);
        if (found === undefined) throw new Error(name);
        return found;
      };
      after.columns = after.columns.filter(({ name }) => name !== 'gone');
      Object.assign(named('label'), {
        type: 'text',
        is_unique: false,
        check: null,
        is_nullable: false,
        comment: 'what it says',
      });
      Object.assign(named('amount'), { type: 'bigint', default_value: '2', check: 'amount < 100' });
      Object.assign(named('twice'), { generated: null });
      // They change places.
      Object.assign(named('old'), { name: 'swap' });
      Object.assign(named('maker'), { name: 'old' });
      Object.assign(named('swap'), { name: 'maker' });
      after.columns.push(
        {
          ...column,
          name: 'moods',
          type: 'shop.mood[]',
          default_value: "array['ok']::shop.mood[]",
          is_nullable: false,
        },
        {
          ...column,
          name: 'number',
          type: 'bigint',
          identity: 'by default',
          is_nullable: false,
          is_unique: true,
        },
        { ...column, name: 'tripled', type: 'numeric(12,2)', generated: 'amount * 3' },
      );
      after.primary_key = ['number'];
      after.foreign_keys = [
        {
          id: null,
          name: 'made_by',
          columns: ['old'],
          referenced_schema: 'shop',
          referenced_table: 'makers',
          referenced_columns: ['id'],
          deletion_action: 'c',
          update_action: 'a',
        },
      ];
      const [lasting] = before.stored.design.unique_constraints;
      if (lasting === undefined) throw new Error('unique');
      after.unique_constraints = [
        { ...lasting, name: 'still "there"' },
        { id: null, name: 'together', columns: ['label', 'maker'], nulls_not_distinct: true },
      ];
      after.checks = [{ id: null, name: 'sensible', expression: 'amount > 0 and label is not null' }];
      Object.assign(after, {
        schema: 'public',
        name: 'Things "here"',
        comment: 'all of them',
        rls_enabled: true,
      });
      const statements = define.changeDesign(before.stored, after);
      await client.query('begin');
      for (const statement of statements) await client.query(statement);
      await client.query('commit');
      const { stored } = await designOf(client, 'public."Things ""here"""');
      const plain = (design: define.TableDesign) => ({
        ...design,
        columns: design.columns.map(({ number: _, check, generated, default_value, ...one }) => ({
          ...one,
          hasCheck: check !== null,
          isGenerated: generated !== null,
          hasDefault: default_value !== null,
        })),
        unique_constraints: design.unique_constraints.map(({ id: _, ...unique }) => unique),
        foreign_keys: design.foreign_keys.map(({ id: _, ...key }) => key),
        checks: design.checks.map(({ name }) => name),
      });
      expect(plain(stored.design)).toEqual(plain(after));
      expect(define.changeDesign(stored, stored.design)).toEqual([]);
      const { rows } = await client.query(
        'select label, amount, twice, moods::text from public."Things ""here""" order by label',
      );
      expect(rows).toEqual([
        { label: 'one', amount: 1, twice: 2, moods: '{ok}' },
        { label: 'two', amount: 2, twice: 4, moods: '{ok}' },
      ]);
    });
  });

  it('copy a table with its rows, and let the copy count on its own', async () => {
    const address = await cluster.createDatabase();
    await withClient(address, async (client) => {
      await client.query(`set search_path = public; create table kept (id int primary key);
        create table counted (id serial primary key, n bigint generated always as identity, kept int references kept, d int generated always as (n * 2) stored);
        insert into kept values (1); insert into counted (kept) values (1), (1), (null)`);
      const { stored } = await designOf(client, 'counted');
      const statements = define.duplicateDesign(
        stored.design,
        { schema: 'public', name: 'copy', comment: null },
        { withRows: true, ownSequences: ['id'] },
      );
      for (const statement of statements) await client.query(statement);
      await client.query('insert into copy (kept) values (1)');
      await client.query('drop table counted');
      expect((await client.query('select id, n, kept, d from copy order by id')).rows).toEqual([
        { id: 1, n: 1, kept: 1, d: 2 },
        { id: 2, n: 2, kept: 1, d: 4 },
        { id: 3, n: 3, kept: null, d: 6 },
        { id: 4, n: 4, kept: 1, d: 8 },
      ]);
      await expect(client.query('insert into copy (kept) values (2)')).rejects.toThrow(/foreign key/);
      await client.query('begin');
      expect(await hasNulls(client, { table: 'copy', column: 'kept' })).toBe(true);
      expect(await hasNulls(client, { table: 'copy', column: 'nothing' })).toBeNull();
      expect(await hasNulls(client, { table: 'copy', column: 'id' })).toBe(false);
    });
  });

  it('change the body of a function and leave the rest as it is', async () => {
    const address = await cluster.createDatabase();
    await withClient(address, async (client) => {
      await client.query(`set search_path = public; create function strict_one(a int default 1, b text default 'x) as $$') returns int language sql strict
        cost 7 parallel safe set search_path = public, "A b" as 'select 1';
        create function atomic_one() returns int language sql immutable begin atomic select 1; end;
        create function returned() returns int language sql return 1;`);
      const list = () => readObjects(client, FUNCTION_OBJECTS, { includedSchemas: ['public'] });
      for (const stored of await list()) {
        const statements = define.changeFunction(stored, {
          definition: 'select 2 -- $$',
          behavior: 'STABLE',
          config_params: { statement_timeout: '3s', search_path: '' },
        });
        for (const statement of statements) await client.query(statement);
      }
      const changed = await list();
      expect(
        changed.map(({ name, definition, behavior, config_params }) => [
          name,
          definition,
          behavior,
          config_params,
        ]),
      ).toEqual(
        ['atomic_one', 'returned', 'strict_one'].map((name) => [
          name,
          'select 2 -- $$',
          'STABLE',
          { statement_timeout: '3s', search_path: '""' },
        ]),
      );
      expect(changed[2]?.complete_statement).toMatch(/STRICT[\s\S]*COST 7/);
      expect(changed[2]?.complete_statement).toMatch(/PARALLEL SAFE/);
      for (const stored of changed)
        for (const statement of define.drop(define.functionSignature(stored), false))
          await client.query(statement);
      expect(await list()).toEqual([]);
    });
  });
});
