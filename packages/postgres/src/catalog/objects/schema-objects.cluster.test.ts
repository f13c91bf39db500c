import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { quoteIdentAlways as q, quoteLiteral } from '@basalt/sql';
import type { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { withClient } from '../../connections/connect.ts';
import {
  COLUMN_OBJECTS,
  COLUMN_PRIVILEGES,
  CONSTRAINT_OBJECTS,
  EVENT_TRIGGER_OBJECTS,
  EXTENSION_OBJECTS,
  FUNCTION_OBJECTS,
  foreignTableObjects,
  INDEX_OBJECTS,
  materializedViewObjects,
  type ObjectKind,
  type ObjectQuery,
  POLICY_OBJECTS,
  PUBLICATION_OBJECTS,
  ROLE_OBJECTS,
  readObjects,
  SCHEMA_OBJECTS,
  SETTING_OBJECTS,
  TABLE_PRIVILEGES,
  TooManyObjectsError,
  TRIGGER_OBJECTS,
  TYPE_OBJECTS,
  tableObjects,
  viewObjects,
} from '../index.ts';
import { HOSTILE_NAMES, SCENE } from './scene-for-test.ts';

type Name = keyof typeof KINDS;

// biome-ignore format: a table
const KINDS = {
  schemas: SCHEMA_OBJECTS, tables: tableObjects(true), views: viewObjects(true),
  materializedViews: materializedViewObjects(true), foreignTables: foreignTableObjects(true), columns: COLUMN_OBJECTS,
  constraints: CONSTRAINT_OBJECTS, indexes: INDEX_OBJECTS, functions: FUNCTION_OBJECTS, triggers: TRIGGER_OBJECTS,
  eventTriggers: EVENT_TRIGGER_OBJECTS, policies: POLICY_OBJECTS, types: TYPE_OBJECTS, extensions: EXTENSION_OBJECTS,
  roles: ROLE_OBJECTS, publications: PUBLICATION_OBJECTS, tablePrivileges: TABLE_PRIVILEGES,
  columnPrivileges: COLUMN_PRIVILEGES, config: SETTING_OBJECTS,
} satisfies Record<string, ObjectKind<never> | object>;

/** What clients of the schema API read of each object. */
const FIELDS: Partial<Record<Name, string>> = {
  schemas: 'id name owner',
  tables:
    'id schema name rls_enabled rls_forced replica_identity bytes size live_rows_estimate dead_rows_estimate comment columns primary_keys relationships',
  views: 'id schema name is_updatable comment columns',
  materializedViews: 'id schema name is_populated comment columns',
  foreignTables: 'id schema name comment columns',
  columns:
    'table_id schema table id ordinal_position name default_value data_type format is_identity identity_generation is_generated is_nullable is_updatable is_unique enums check comment',
  indexes:
    'id table_id schema number_of_attributes number_of_key_attributes is_unique is_primary is_exclusion is_immediate is_clustered is_valid check_xmin is_ready is_live is_replica_identity key_attributes collation class options index_predicate comment index_definition access_method index_attributes',
  functions:
    'id schema name language definition complete_statement args argument_types identity_argument_types return_type_id return_type return_type_relation_id is_set_returning_function prorows behavior security_definer config_params',
  triggers:
    'id table_id enabled_mode name table schema condition orientation activation events function_schema function_name function_args',
  policies: 'id schema table table_id name action roles command definition check',
  types: 'id name schema format enums attributes comment type_relation_id',
  extensions: 'name schema default_version installed_version comment',
  roles:
    'id name is_superuser can_create_db can_create_role inherit_role can_login is_replication_role can_bypass_rls active_connections connection_limit password valid_until config',
  publications: 'id name owner publish_insert publish_update publish_delete publish_truncate tables',
  tablePrivileges: 'relation_id schema name kind privileges',
  columnPrivileges: 'column_id relation_schema relation_name column_name privileges',
  config:
    'name setting category group subgroup unit short_desc extra_desc context vartype source min_val max_val enumvals boot_val reset_val sourcefile sourceline pending_restart',
};

// biome-ignore lint/suspicious/noExplicitAny: the rows of all kinds are looked at in the same way
type Row = any;

describe.each(inTurn([15, 18] as const))('the schema API on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });

  /** A fresh database: `client` is the superuser's, `list` reads like the platform does. */
  async function inDatabase(
    sql: string,
    use: (
      list: (name: Name, query?: ObjectQuery) => Promise<Row[]>,
      client: Client,
      connect: <T>(work: (other: Client) => Promise<T>) => Promise<T>,
    ) => Promise<void>,
  ) {
    const address = await cluster.createDatabase();
    const reader = { ...address, user: 'supabase_read_only_user' };
    const list = (name: Name, query: ObjectQuery = { includedSchemas: ['shop'] }) =>
      withClient(reader, (client) => readObjects(client, KINDS[name] as ObjectKind<Row>, query));
    await withClient(address, async (client) => {
      await client.query(sql);
      await use(list, client, (work) => withClient(address, work));
    });
  }

  it('tells of every kind of object what PostgreSQL knows, with the names that clients know', async () => {
    await inDatabase(SCENE, async (list, client) => {
      for (const [name, fields] of Object.entries(FIELDS)) {
        const [row] = await list(name as Name);
        expect(Object.keys(row), name).toEqual(expect.arrayContaining(fields.split(' ')));
      }
      const numbers = async (sql: string) =>
        Object.fromEntries((await client.query(sql)).rows.map(({ name, value }) => [name, value]));

      const tables = await list('tables');
      expect(tables.map(({ name }) => name)).toEqual([
        'events',
        'events_2026',
        'excluding',
        'goods',
        'makers',
      ]);
      const sizes = await numbers(
        `select relname as name, pg_total_relation_size(oid)::int as value from pg_class where relnamespace = 'shop'::regnamespace`,
      );
      for (const table of tables) expect(table.bytes, table.name).toBe(sizes[table.name]);
      const goods = tables.find(({ name }) => name === 'goods');
      expect(goods).toMatchObject({
        schema: 'shop',
        comment: 'things',
        rls_enabled: true,
        rls_forced: true,
        replica_identity: 'FULL',
        primary_keys: [{ schema: 'shop', table_name: 'goods', name: 'id', table_id: goods.id }],
      });
      const key = (name: string, source: string, target: string, deletion = 'd', update = 'n') =>
        expect.objectContaining({
          constraint_name: name,
          source_schema: 'shop',
          source_table_name: 'goods',
          source_column_name: source,
          target_table_schema: 'shop',
          target_table_name: name === 'made_by' ? 'makers' : 'goods',
          target_column_name: target,
          deletion_action: deletion,
          update_action: update,
        });
      const madeBy = [key('made_by', 'maker_country', 'country'), key('made_by', 'maker_id', 'id')];
      expect(goods.relationships).toEqual([key('goods_parent_fkey', 'parent', 'id', 'c', 'a'), ...madeBy]);
      expect(tables.at(-1)).toMatchObject({
        relationships: madeBy,
        primary_keys: [{ name: 'country' }, { name: 'id' }],
      });

      const columns = Object.fromEntries(goods.columns.map((column: Row) => [column.name, column]));
      expect(Object.keys(columns)).toEqual(
        'id number maker_country maker_id label mood moods amount title price tags doubled parts parent'.split(
          ' ',
        ),
      );
      expect(columns).toMatchObject({
        id: {
          identity_generation: 'ALWAYS',
          is_identity: true,
          is_nullable: false,
          data_type: 'bigint',
          format: 'int8',
        },
        number: { identity_generation: 'BY DEFAULT' },
        label: {
          is_unique: true,
          check: 'length(label::text) > 2',
          comment: 'what it says',
          data_type: 'character varying',
          format: 'varchar',
          default_value: null,
        },
        mood: {
          enums: ['sad', 'ok', "it's fine"],
          data_type: 'USER-DEFINED',
          format: 'mood',
          default_value: "'ok'::shop.mood",
        },
        moods: { enums: ['sad', 'ok', "it's fine"], data_type: 'ARRAY', format: '_mood' },
        amount: { data_type: 'integer', format: 'int4', is_nullable: true, check: null },
        title: { is_nullable: false },
        price: { default_value: '9.99', check: null },
        doubled: { is_generated: true, is_identity: false, default_value: '(number * 2)' },
        parts: { data_type: 'USER-DEFINED', format: 'pair' },
      });
      expect(columns.parent).toMatchObject({ id: `${goods.id}.${columns.parent.ordinal_position}` });
      expect((await list('columns')).filter(({ table }) => table === 'goods')).toEqual(goods.columns);

      expect(await list('views')).toMatchObject([
        {
          name: 'cheap',
          is_updatable: true,
          comment: 'what costs little',
          columns: [{ name: 'id', is_updatable: true }, { name: 'label' }],
        },
        { name: 'counted', is_updatable: false, definition: expect.stringContaining('FROM shop.goods') },
      ]);
      expect(await list('materializedViews')).toMatchObject([{ name: 'stock', is_populated: false }]);
      expect(await list('foreignTables')).toMatchObject([
        { name: 'abroad', foreign_server_name: 'elsewhere', columns: [{ is_updatable: false }, {}] },
      ]);

      const constraints = await list('constraints');
      expect(constraints.filter(({ type }) => type !== 'NOT NULL')).toHaveLength(8);
      expect(constraints.find(({ name }) => name === 'made_by')).toMatchObject({
        type: 'FOREIGN KEY',
        columns: ['maker_country', 'maker_id'],
        referenced_table: 'makers',
        referenced_columns: ['country', 'id'],
        is_deferrable: true,
        deletion_action: 'd',
      });

      const indexes = await list('indexes');
      const made = await numbers(
        `select indexname as name, indexdef as value from pg_indexes where schemaname = 'shop'`,
      );
      expect(Object.fromEntries(indexes.map((index) => [index.name, index.index_definition]))).toEqual(
        expect.objectContaining(
          Object.fromEntries(
            Object.keys(made)
              .filter((name) => name !== 'goods_lower')
              .map((name) => [name, made[name]]),
          ),
        ),
      );
      expect(indexes.find(({ name }) => name === 'goods_lower')).toMatchObject({
        table_id: goods.id,
        comment: 'finds it',
        key_attributes: [0, 10, 11],
        options: [0, 3],
        number_of_key_attributes: 2,
        index_predicate: 'price > 1::numeric',
        access_method: 'btree',
        index_attributes: [
          { attribute_name: 'lower' },
          { data_type: 'numeric(8,2)' },
          { attribute_name: 'tags' },
        ],
      });

      const functions = Object.fromEntries((await list('functions')).map((found) => [found.name, found]));
      expect(functions.product).toBeUndefined();
      expect(functions).toMatchObject({
        price_of: {
          security_definer: true,
          behavior: 'STABLE',
          config_params: { search_path: '""', 'my.word': 'a=b' },
          definition: 'begin price := 1; end',
          args: [
            { mode: 'in', name: 'id', has_default: false },
            { mode: 'in', name: 'in', has_default: true },
            { mode: 'out', name: 'price', has_default: false },
            { mode: 'inout', name: 'rate', has_default: true },
          ],
        },
        good_names: {
          args: [{ mode: 'variadic', name: 'ids' }],
          is_set_returning_function: true,
          prorows: 7,
          definition: expect.stringMatching(/^BEGIN ATOMIC/),
        },
        all_goods: { return_type: 'SETOF shop.goods', return_type_relation_id: goods.id },
        listed: {
          args: [{ mode: 'table' }, { mode: 'table' }],
          return_type: expect.stringMatching(/^TABLE/),
        },
        restock: {
          kind: 'procedure',
          complete_statement: expect.stringMatching(/^CREATE OR REPLACE PROCEDURE/),
        },
      });

      expect(await list('triggers')).toMatchObject([
        { name: 'instead', table: 'cheap', activation: 'INSTEAD OF', events: ['DELETE'], condition: null },
        {
          name: 'after_all',
          enabled_mode: 'DISABLED',
          orientation: 'STATEMENT',
          events: ['DELETE', 'TRUNCATE'],
        },
        {
          name: 'on "WHEN (no) EXECUTE',
          activation: 'BEFORE',
          orientation: 'ROW',
          events: ['INSERT', 'UPDATE'],
          condition: `new.label::text <> ') WHEN (x) EXECUTE'::text AND new.price > 1::numeric`,
          function_args: ['ä', '', "b'\\c"],
        },
      ]);
      expect((await list('eventTriggers')).find(({ name }) => name === 'shop_watch')).toMatchObject({
        tags: ['CREATE TABLE', 'DROP TABLE'],
        function_name: 'watch',
        comment: 'looks on',
      });
      expect(await list('policies')).toMatchObject([
        { name: 'everyone reads', action: 'PERMISSIVE', command: 'SELECT', roles: ['public'], check: null },
        {
          name: 'own',
          action: 'RESTRICTIVE',
          command: 'UPDATE',
          roles: ['anon', 'authenticated'],
          definition: '(auth.uid() IS NOT NULL)',
          check: expect.stringContaining('shop.makers'),
        },
      ]);
      const types = Object.fromEntries((await list('types')).map((type) => [type.name, type]));
      expect(types).toMatchObject({
        mood: { enums: ['sad', 'ok', "it's fine"], format: 'shop.mood', comment: 'how it goes' },
        pair: {
          attributes: [
            { name: 'x', type_id: 23, format: 'integer' },
            { name: 'Y y', type_id: types.mood.id, format: 'shop.mood' },
          ],
        },
        positive: { enums: [], attributes: [] },
      });
      expect(types).not.toHaveProperty('goods');
      expect(types).not.toHaveProperty('_mood');

      const publications = Object.fromEntries(
        (await list('publications')).map((found) => [found.name, found]),
      );
      expect(publications).toMatchObject({
        shop_goods: {
          publish_insert: true,
          publish_update: false,
          tables: [{ name: 'goods', schema: 'shop', id: goods.id }],
        },
        everything: { tables: null },
      });
      expect(publications.shop_all.tables.map(({ name }: Row) => name)).toEqual([
        'events',
        'excluding',
        'goods',
        'makers',
      ]);

      const granted = (privileges: Row[], grantee: string) =>
        privileges
          .filter((each) => each.grantee === grantee)
          .map((each) => `${each.privilege_type} ${each.is_grantable}`);
      const onTable = (await list('tablePrivileges')).find(({ name }) => name === 'goods');
      expect(granted(onTable.privileges, 'anon')).toEqual(['INSERT true', 'SELECT true']);
      const onColumns = await list('columnPrivileges');
      const ofColumn = (name: string) =>
        onColumns.find((row) => row.relation_name === 'goods' && row.column_name === name).privileges;
      expect(granted(ofColumn('label'), 'authenticated')).toEqual(['UPDATE false']);
      expect(granted(ofColumn('label'), 'anon')).toEqual(['INSERT true', 'SELECT true']);
      expect(granted(ofColumn('price'), 'authenticated')).toEqual([]);

      expect(await list('schemas')).toMatchObject([
        { name: 'shop', comment: 'what is sold', owner: 'supabase_admin' },
      ]);
      const roles = await list('roles');
      expect(roles.find(({ name }) => name === 'anon')).toMatchObject({
        can_login: false,
        password: '********',
        config: { statement_timeout: '3s' },
      });
      expect(roles.filter(({ name }) => name.startsWith('pg_'))).toEqual([]);
      const extensions = await list('extensions');
      expect(extensions.find(({ name }) => name === 'plpgsql')).toMatchObject({
        schema: 'pg_catalog',
        installed_version: '1.0',
      });
      expect(extensions.find(({ name }) => name === 'hstore')).toMatchObject({ installed_version: null });
    });
  });

  it('finds one by its id, whatever its schema, and nothing by another', async () => {
    await inDatabase(SCENE, async (list) => {
      for (const name of Object.keys(KINDS) as Name[]) {
        const rows = await list(name);
        const row = rows.at(-1);
        const id = String(row.id ?? row.relation_id ?? row.column_id ?? row.name);
        const [table = '', number] = id.split('.');
        const query = name.startsWith('column') ? { id: table, number: Number(number) } : { id };
        const [found, ...more] = await list(name, query);
        expect({ ...found, active_connections: 0 }, name).toEqual({ ...row, active_connections: 0 });
        expect(more, name).toEqual([]);
        expect(
          await list(
            name,
            name.startsWith('column') ? { id: '4294967295', number: 1 } : { id: '4294967295' },
          ),
        ).toEqual([]);
      }
      const [system] = await list('tables', { includedSchemas: ['pg_catalog'] });
      expect(await list('tables', { id: String(system.id) })).toEqual([system]);
    });
  });

  it('leaves PostgreSQL’s own out unless they are asked for', async () => {
    await inDatabase(SCENE, async (list) => {
      const schemasOf = async (name: Name, query: ObjectQuery) => [
        ...new Set((await list(name, query)).map(({ schema }) => schema)),
      ];
      expect(await schemasOf('tables', {})).toEqual(expect.arrayContaining(['auth', 'shop', 'storage']));
      expect(await schemasOf('tables', {})).not.toContain('pg_catalog');
      expect(await schemasOf('tables', { includeSystemSchemas: true })).toContain('pg_catalog');
      expect(await schemasOf('types', { includedSchemas: ['pg_catalog', 'shop'] })).toEqual([
        'pg_catalog',
        'shop',
      ]);
      expect(await schemasOf('tables', { excludedSchemas: ['shop', 'auth'] })).not.toEqual(
        expect.arrayContaining(['shop']),
      );
      expect(await schemasOf('tables', { includedSchemas: ['shop'], excludedSchemas: ['shop'] })).toEqual([]);
      const roles = await list('roles', { includeSystemSchemas: true });
      expect(roles.map(({ name }) => name)).toContain('pg_monitor');
    });
  });

  it('gives the same list in pages', async () => {
    await inDatabase(SCENE, async (list) => {
      for (const name of Object.keys(KINDS) as Name[]) {
        const sized = ({ active_connections: _, ...row }: Row) => row;
        const all = (await list(name)).map(sized);
        const size = Math.max(1, Math.ceil(all.length / 3));
        const pages: Row[] = [];
        for (let offset = 0; offset <= all.length; offset += size)
          pages.push(...(await list(name, { includedSchemas: ['shop'], limit: size, offset })));
        expect(pages.map(sized), name).toEqual(all);
      }
      expect(await list('tables', { limit: 0 })).toEqual([]);
    });
  });

  it('lists objects whatever they are called', async () => {
    const statements = HOSTILE_NAMES.flatMap((name, index) => {
      const own = q(name);
      return [
        `create table shop.${own} (${own} int constraint ${own} check (${own} > 0) default 1)`,
        `comment on table shop.${own} is ${quoteLiteral(name)}`,
        `comment on column shop.${own}.${own} is ${quoteLiteral(name)}`,
        `alter table shop.${own} add foreign key (${own}) references hub.hub on delete cascade`,
        `create policy ${own} on shop.${own} using (${own} > 0)`,
        `create trigger ${own} before update on shop.${own} for each row when (new.${own} > 0) execute function hub.touch(${quoteLiteral(name)})`,
        `create index ${own} on indexed.many ((label || ${quoteLiteral(name)})) where label > ${quoteLiteral(name)}`,
        `create view views.${own} as select ${own} as ${own} from shop.${own} where ${own}::text <> ${quoteLiteral(name)}`,
        `create type types.${own} as enum (${quoteLiteral(name)})`,
        `create function functions.${own}(${own} int default 1) returns text language sql as ${quoteLiteral(`select ${quoteLiteral(name)}`)}`,
        `create schema ${q(`s${index} ${name}`.slice(0, name.length > 40 ? 15 : 63))}`,
      ];
    });
    const sql = `create schema shop; create schema hub; create schema indexed; create schema views; create schema types; create schema functions;
      create table hub.hub (id int primary key); create table indexed.many (label text);
      create function hub.touch() returns trigger language plpgsql as 'begin return new; end';
      ${statements.join(';\n')}`;
    await inDatabase(sql, async (list) => {
      const sorted = [...HOSTILE_NAMES].sort();
      const namesOf = (rows: Row[], field = 'name') => rows.map((row) => row[field]).sort();
      const tables = await list('tables');
      expect(namesOf(tables)).toEqual(sorted);
      for (const { name, comment, columns, relationships } of tables) {
        expect(comment).toBe(name);
        expect(columns).toMatchObject([
          { name, table: name, comment: name, default_value: '1', check: `${quoted(name)} > 0` },
        ]);
        expect(relationships).toMatchObject([
          { source_table_name: name, source_column_name: name, deletion_action: 'c' },
        ]);
      }
      expect(namesOf(await list('columns'))).toEqual(sorted);
      expect(namesOf((await list('constraints')).filter(({ type }) => type === 'CHECK'))).toEqual(sorted);
      for (const { name, table, definition } of await list('policies')) {
        expect(table).toBe(name);
        expect(definition).toBe(`(${quoted(name)} > 0)`);
      }
      const triggers = await list('triggers');
      expect(namesOf(triggers)).toEqual(sorted);
      for (const { name, condition, function_args } of triggers) {
        expect(condition).toBe(`new.${quoted(name)} > 0`);
        expect(function_args).toEqual([name]);
      }
      const indexes = await list('indexes', { includedSchemas: ['indexed'] });
      expect(namesOf(indexes)).toEqual(sorted);
      for (const index of indexes) expect(index.index_definition).toContain(quoted(index.name));
      const views = await list('views', { includedSchemas: ['views'] });
      expect(namesOf(views)).toEqual(sorted);
      for (const { name, definition, columns } of views) {
        expect(definition).toContain(`FROM shop.${quoted(name)}`);
        expect(namesOf(columns)).toEqual([name]);
      }
      for (const { name, enums } of await list('types', { includedSchemas: ['types'] }))
        expect(enums).toEqual([name]);
      const functions = await list('functions', { includedSchemas: ['functions'] });
      expect(namesOf(functions)).toEqual(sorted);
      for (const { name, args, definition } of functions) {
        expect(args).toMatchObject([{ name, has_default: true }]);
        expect(definition).toContain('select ');
      }
      expect(namesOf(await list('tablePrivileges'))).toEqual(sorted);
      expect(namesOf(await list('columnPrivileges'), 'column_name')).toEqual(sorted);
      expect((await list('schemas', {})).filter(({ name }) => /^s\d/.test(name))).toHaveLength(
        HOSTILE_NAMES.length,
      );
      for (const name of HOSTILE_NAMES.filter((each) => each !== 'pg_catalog'))
        expect(await list('tables', { includedSchemas: [name] }), name).toEqual([]);
    });
  });

  it('is not led astray by operators, functions and a search path of the database’s people', async () => {
    const types = ['name', 'text', 'oid', 'int2', 'int4', 'int8', '"char"', 'regclass'];
    const operators = types.flatMap((left) =>
      types.flatMap((right) =>
        ['=', '<>', '||', '&', '>', '<='].map(
          (operator) =>
            `create operator public.${operator} (leftarg = ${left}, rightarg = ${right}, function = public.wrong_${operator === '||' ? 'text' : operator === '&' ? 'int' : 'boolean'})`,
        ),
      ),
    );
    const wrong = ['boolean', 'text', 'int'].flatMap((result) =>
      types.flatMap((left) =>
        types.map(
          (right) =>
            `create function public.wrong_${result}(${left}, ${right}) returns ${result} language plpgsql as 'begin raise ''wrong''; end'`,
        ),
      ),
    );
    const functions = ['row_to_json(record)', 'unnest(anyarray)', 'count(bigint)'].map(
      (each) =>
        `create function public.${each} returns text language plpgsql as 'begin raise ''wrong''; end'`,
    );
    const sql = `${SCENE}; ${[...wrong, ...operators, ...functions].join(';')};
      do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`;
    await inDatabase(sql, async (list) => {
      for (const name of Object.keys(KINDS) as Name[])
        expect((await list(name)).length, name).toBeGreaterThan(0);
      expect((await list('views'))[0]).toMatchObject({ definition: expect.stringContaining('shop.goods') });
    });
  });

  it('answers while a table is under an exclusive lock, without what only it knows', async () => {
    await inDatabase(SCENE, async (list, _client, connect) => {
      await connect(async (other) => {
        await other.query('begin; lock table shop.goods in access exclusive mode');
        const tables = await list('tables');
        const [goods, makers] = tables.slice(-2);
        expect(goods).toMatchObject({ name: 'goods', comment: 'things', bytes: expect.any(Number) });
        expect(goods.columns.find(({ name }: Row) => name === 'price').default_value).toBeNull();
        expect(makers.bytes).toBeGreaterThan(0);
        expect(await list('views')).toMatchObject([
          { name: 'cheap', definition: null, is_updatable: false },
          { name: 'counted', definition: null },
        ]);
        expect((await list('indexes')).map(({ index_definition }) => index_definition === null)).toEqual([
          false,
          true,
          true,
          true,
          false,
        ]);
        expect(await list('policies')).toMatchObject([
          { definition: null },
          { definition: null, check: null },
        ]);
        const functions = Object.fromEntries((await list('functions')).map((found) => [found.name, found]));
        expect(functions).toMatchObject({
          good_names: { definition: null },
          price_of: { definition: expect.any(String) },
        });
        for (const name of Object.keys(KINDS) as Name[])
          expect((await list(name)).length, name).toBeGreaterThan(0);
        await other.query('rollback');
      });
      expect((await list('views'))[0]).toMatchObject({ definition: expect.any(String), is_updatable: true });
    });
  });

  it('answers although something cannot be written out, and leaves no more out than that', async () => {
    const broken = `${SCENE};
      create view shop.of_abroad as select * from shop.abroad;
      create function shop.going() returns int language sql as 'select 1';
      create view shop.with_gone as select shop.going() as gone;
      create table shop.checked (a int default shop.going(), b int default 2);
      delete from pg_catalog.pg_proc where proname = 'going';`;
    await inDatabase(broken, async (list) => {
      const views = Object.fromEntries((await list('views')).map((view) => [view.name, view]));
      expect(views).toMatchObject({
        cheap: { definition: expect.any(String), is_updatable: true },
        counted: { definition: expect.any(String) },
        with_gone: { definition: null },
        of_abroad: { is_updatable: false },
      });
      const columns = (await list('columns')).filter(({ table }) => table === 'checked');
      expect(columns).toMatchObject([{ default_value: null }, { default_value: '2' }]);
      expect((await list('tables')).find(({ name }) => name === 'goods').columns[5]).toMatchObject({
        default_value: "'ok'::shop.mood",
      });
    });
  });

  it('refuses more than an answer may hold', async () => {
    const sql = `create schema shop; do $$ begin for i in 1..9 loop
      execute format('create table shop.t%s (); comment on table shop.t%s is %L', i, i, repeat('x', 2000000)); end loop; end $$`;
    await inDatabase(sql, async (list) => {
      await expect(list('tables')).rejects.toThrow(TooManyObjectsError);
      expect(await list('tables', { includedSchemas: ['shop'], limit: 3 })).toHaveLength(3);
    });
  });
});

/** As PostgreSQL writes a name: quoted only where it has to be. */
function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !['select', 'user', 'null'].includes(name) ? name : q(name);
}
