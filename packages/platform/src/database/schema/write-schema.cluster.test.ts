import type { ClusterAddress } from '@basalt/clusters';
import { useTestCluster } from '@basalt/clusters/testing';
import { runQuery, withClient } from '@basalt/postgres';
import {
  INDEX_OBJECTS,
  PROJECT_EVENT_TRIGGERS,
  TABLE_PRIVILEGES,
  tableObjects,
} from '@basalt/postgres/catalog';
import type { DesignColumn, TableDesign } from '@basalt/sql/definitions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openContentPlatform } from '../../content/content-for-test.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { ProjectConnections } from '../../project-cluster/project-connections.ts';
import { applyDesign, previewDesign } from './apply-design.ts';
import { getObject } from './read-schema.ts';
import { getDesign } from './table-design.ts';
import { writeEventTrigger } from './write-event-trigger.ts';
import { writeExtension } from './write-extension.ts';
import { writeFunction, writePublication, writeRole, writeSchemaObject, writeType } from './write-objects.ts';
import { writeTablePrivileges } from './write-privileges.ts';
import {
  refreshMaterializedView,
  writeColumn,
  writeConstraint,
  writeIndex,
  writePolicy,
  writeTable,
  writeTrigger,
} from './write-relations.ts';
import type { Preview, Writing } from './write-schema.ts';

const cluster = useTestCluster();
const platformCluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let owner: Actor;
let reader: Actor;
let project: ProjectRow;
let address: ClusterAddress;
let dependencies: Dependencies;

beforeAll(async () => {
  platform = await openContentPlatform(await platformCluster.createDatabase());
  owner = await platform.insertPerson('Owner');
  reader = await platform.insertPerson('Read-only');
});
afterAll(() => platform.db.destroy());
beforeEach(async () => {
  project = await platform.insertProject();
  address = await cluster.createDatabase();
  dependencies = {
    db: platform.db,
    clusters: { start: async () => ({ address }) },
    sqlConnections: new ProjectConnections(),
    settings: { allowedExtensions: ['pageinspect', 'citext'] },
    log: () => {},
  } as unknown as Dependencies;
});

const writing = (change: Partial<Writing> = {}): Writing => ({
  dependencies,
  actor: owner,
  ref: project.ref,
  preview: false,
  body: {},
  signal: undefined,
  ...change,
});
/** The object that a writing call has answered. */
async function made<Row extends object>(answer: Promise<Row | Preview>): Promise<Row> {
  const found = await answer;
  if ('statements' in found) throw new Error('a preview');
  return found;
}
const asOwner = (sql: string) => runQuery({ ...address, user: 'postgres' }, sql);
const id = (object: { id: number | string }) => ({ id: String(object.id) });
const columnOf = (object: { id: string }) => {
  const [table = '', number] = object.id.split('.');
  return { id: table, number: Number(number) };
};
const oidOf = async (relation: string) =>
  String((await asOwner(`select '${relation}'::regclass::oid::text as id`)).rows[0]?.id);
async function waitFor(sql: string): Promise<void> {
  for (;;) {
    if ((await asOwner(sql)).rows.length > 0) return;
    await new Promise((done) => setTimeout(done, 20));
  }
}
const PLAIN = { default_value_format: 'literal', identity_generation: 'BY DEFAULT' } as const;

describe('event triggers', () => {
  const odd = `x'; drop table "y`;
  const wanted = { name: odd, event: 'sql_drop' as const, tags: ['DROP TABLE'], enabled: true };
  const calls = { function_schema: 'public', function_name: odd };

  it('are made when there is what they call, changed, and dropped', async () => {
    await expect(writeEventTrigger.create(writing(), { ...wanted, ...calls })).rejects.toMatchObject({
      code: 'bad_request',
      field: 'function_name',
    });
    await asOwner(
      `create function public."x'; drop table ""y"(text, text) returns void language sql return null`,
    );
    const trigger = await made(writeEventTrigger.create(writing(), { ...wanted, ...calls }));
    expect(trigger).toMatchObject({ ...wanted, ...calls, has_function: true });
    await expect(writeEventTrigger.create(writing(), { ...wanted, ...calls })).rejects.toMatchObject({
      field: 'name',
    });
    expect(
      await made(
        writeEventTrigger.update(writing(), id(trigger), { name: 'plain', tags: [], enabled: false }),
      ),
    ).toMatchObject({ name: 'plain', tags: [], enabled: false });
    await expect(
      writeEventTrigger.update(writing({ actor: reader }), id(trigger), { enabled: true }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await asOwner(`drop function public."x'; drop table ""y"(text, text)`);
    expect(await made(writeEventTrigger.delete(writing(), id(trigger)))).toMatchObject({
      name: 'plain',
      has_function: false,
    });
    await expect(writeEventTrigger.delete(writing(), id(trigger))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('need a database that has been started since they exist', async () => {
    await runQuery(
      address,
      'do $$ begin set local session_replication_role = replica; drop table basalt.event_triggers; end $$',
    );
    await expect(
      getObject(dependencies, owner, PROJECT_EVENT_TRIGGERS, { ref: project.ref, id: '1' }),
    ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('Restart the project') });
  });
});

describe('what is in a database', () => {
  it('is made, changed and dropped, kind by kind', async () => {
    const schema = await made(writeSchemaObject.create(writing(), { name: 'my shop', comment: 'sold' }));
    expect(schema).toMatchObject({ name: 'my shop', comment: 'sold', owner: 'postgres' });
    expect(
      await made(writeSchemaObject.update(writing(), id(schema), { name: 'shop', comment: null })),
    ).toMatchObject({ id: schema.id, name: 'shop', comment: null });

    const type = await made(
      writeType.create(writing(), { name: 'mood', schema: 'shop', enums: ['sad', 'ok'] }),
    );
    expect(
      await made(
        writeType.update(writing(), id(type), {
          rename_values: [{ from: 'ok', to: 'fine' }],
          add_values: [{ value: 'so so', before: 'fine' }],
        }),
      ),
    ).toMatchObject({ enums: ['sad', 'so so', 'fine'] });

    const address = await made(
      writeType.create(writing(), {
        name: 'address',
        schema: 'shop',
        attributes: [
          { name: 'street', type: 'text' },
          { name: 'city', type: 'varchar(40)' },
          { name: 'old', type: 'int' },
        ],
      }),
    );
    expect(
      await made(
        writeType.update(writing(), id(address), {
          drop_attributes: ['old'],
          rename_attributes: [
            { from: 'street', to: 'city' },
            { from: 'city', to: 'street' },
          ],
          retype_attributes: [{ name: 'street', type: 'varchar(80)' }],
          add_attributes: [{ name: 'old', type: 'shop.mood' }],
        }),
      ),
    ).toMatchObject({
      attributes: [
        { name: 'city', format: 'character varying(80)' },
        { name: 'street', format: 'character varying(40)' },
        { name: 'old', format: 'shop.mood' },
      ],
    });
    await expect(
      writeType.update(writing(), id(address), { rename_attributes: [{ from: 'old', to: 'city' }] }),
    ).rejects.toMatchObject({ code: 'bad_request', field: 'rename_attributes' });
    await asOwner('create table shop.letters (goes_to shop.address)');
    await expect(
      writeType.update(writing(), id(address), { retype_attributes: [{ name: 'old', type: 'text' }] }),
    ).rejects.toMatchObject({ code: 'sql_error' });
    await asOwner('drop table shop.letters');

    const table = await made(
      writeTable.create(writing(), { name: 'goods', schema: 'shop', comment: 'things' }),
    );
    expect(table).toMatchObject({ schema: 'shop', name: 'goods', comment: 'things', columns: [] });
    const key = await made(
      writeColumn.create(writing(), {
        ...PLAIN,
        table_id: table.id,
        name: 'id',
        type: 'int8',
        is_identity: true,
        is_primary_key: true,
      }),
    );
    expect(key).toMatchObject({ id: `${table.id}.1`, is_identity: true, is_nullable: false });
    const mood = await made(
      writeColumn.create(writing(), {
        ...PLAIN,
        table_id: table.id,
        name: 'mood',
        type: 'shop.mood',
        default_value: 'sad',
        is_primary_key: false,
        is_unique: true,
        check: "mood <> 'fine'",
      }),
    );
    expect(mood).toMatchObject({
      default_value: "'sad'::shop.mood",
      is_unique: true,
      check: expect.stringContaining('fine'),
    });
    expect(
      await made(
        writeColumn.update(writing(), columnOf(mood), {
          ...PLAIN,
          name: 'Feels',
          default_value: null,
          is_unique: false,
          check: null,
          is_nullable: false,
          type: 'text',
        }),
      ),
    ).toMatchObject({
      name: 'Feels',
      default_value: null,
      is_unique: false,
      check: null,
      is_nullable: false,
      data_type: 'text',
    });

    const check = await made(
      writeConstraint.create(writing(), {
        table_id: table.id,
        type: 'CHECK',
        expression: 'length("Feels") > 1',
        is_validated: false,
      }),
    );
    expect(check).toMatchObject({ type: 'CHECK', is_validated: false, columns: ['Feels'] });
    expect(
      await made(
        writeConstraint.update(writing(), id(check), {
          is_validated: true,
          name: 'long enough',
          comment: 'so',
        }),
      ),
    ).toMatchObject({ name: 'long enough', is_validated: true, comment: 'so' });
    expect(await made(writeConstraint.delete(writing(), id(check), false))).toMatchObject({
      name: 'long enough',
    });

    const index = await made(
      writeIndex.create(writing(), {
        table_id: table.id,
        access_method: 'btree',
        columns: [{ expression: 'lower("Feels")', order: 'DESC' }],
        is_unique: false,
      }),
    );
    expect(
      await made(writeIndex.update(writing(), id(index), { name: 'found', comment: 'fast' })),
    ).toMatchObject({ name: 'found', comment: 'fast' });
    await writeIndex.delete(writing(), id(index), false);

    const policy = await made(
      writePolicy.create(writing(), {
        name: 'all',
        table: 'goods',
        schema: 'shop',
        action: 'PERMISSIVE',
        command: 'SELECT',
        roles: ['anon'],
        definition: 'id > 1',
      }),
    );
    expect(
      await made(
        writePolicy.update(writing(), id(policy), { name: 'some', roles: ['public'], definition: 'id > 2' }),
      ),
    ).toMatchObject({ name: 'some', roles: ['public'], definition: '(id > 2)' });
    await writePolicy.delete(writing(), id(policy), true);

    const touch = await made(
      writeFunction.create(writing(), {
        name: 'touch',
        schema: 'shop',
        kind: 'function',
        args: [],
        definition: 'begin return new; end',
        return_type: 'trigger',
        language: 'plpgsql',
        behavior: 'VOLATILE',
        security_definer: false,
        config_params: { search_path: '' },
      }),
    );
    expect(touch).toMatchObject({ return_type: 'trigger', config_params: { search_path: '""' } });
    expect(
      await made(
        writeFunction.update(writing(), id(touch), {
          definition: 'begin return null; end',
          security_definer: true,
        }),
      ),
    ).toMatchObject({ definition: 'begin return null; end', security_definer: true });
    const trigger = await made(
      writeTrigger.create(writing(), {
        name: 'on change',
        table: 'goods',
        schema: 'shop',
        function_name: 'touch',
        function_schema: 'shop',
        function_args: ["it's"],
        activation: 'BEFORE',
        events: ['UPDATE'],
        columns: ['Feels'],
        orientation: 'ROW',
      }),
    );
    expect(
      await made(writeTrigger.update(writing(), id(trigger), { enabled_mode: 'DISABLED', name: 'off' })),
    ).toMatchObject({ name: 'off', enabled_mode: 'DISABLED', function_args: ["it's"] });
    await writeTrigger.delete(writing(), id(trigger), false);
    expect(await made(writeFunction.delete(writing(), id(touch), false))).toMatchObject({ name: 'touch' });

    const publication = await made(
      writePublication.create(writing(), { name: 'sent', publish_insert: true, tables: ['shop.goods'] }),
    );
    expect(
      await made(writePublication.update(writing(), id(publication), { publish_delete: true, tables: [] })),
    ).toMatchObject({ publish_insert: true, publish_delete: true, tables: [] });
    await writePublication.delete(writing(), id(publication), false);

    const [granted] = (await writeTablePrivileges(writing(), 'grant', [
      { relation_id: table.id, privilege_type: 'SELECT', grantee: 'anon', is_grantable: false },
    ])) as { privileges: object[] }[];
    expect(granted?.privileges).toContainEqual(
      expect.objectContaining({ grantee: 'anon', privilege_type: 'SELECT' }),
    );
    await writeTablePrivileges(writing(), 'revoke', [
      { relation_id: table.id, privilege_type: 'ALL', grantee: 'anon' },
    ]);
    expect(
      await getObject(dependencies, owner, TABLE_PRIVILEGES, { ref: project.ref, ...id(table) }),
    ).toMatchObject({
      privileges: expect.not.arrayContaining([expect.objectContaining({ grantee: 'anon' })]),
    });

    const extension = await made(
      writeExtension.create(writing(), { name: 'citext', schema: 'extensions', cascade: false }),
    );
    expect(extension).toMatchObject({
      name: 'citext',
      schema: 'extensions',
      installed_version: expect.any(String),
    });
    await writeExtension.delete(writing(), { id: 'citext' }, false);

    await asOwner(
      'create materialized view shop.counted as select count(*) as n from shop.goods with no data',
    );
    const view = (await asOwner("select 'shop.counted'::regclass::oid::int8 as id")).rows[0]?.id;
    expect(await made(refreshMaterializedView(writing(), { id: String(view) }, false))).toMatchObject({
      is_populated: true,
    });

    const changed = await made(
      writeTable.update(writing(), id(table), {
        primary_keys: [{ name: 'Feels' }],
        rls_enabled: true,
        replica_identity: 'FULL',
        name: 'wares',
        schema: 'public',
      }),
    );
    expect(changed).toMatchObject({
      id: table.id,
      schema: 'public',
      name: 'wares',
      rls_enabled: true,
      replica_identity: 'FULL',
      primary_keys: [{ name: 'Feels' }],
    });
    await expect(writeTable.delete(writing(), id(table), false)).rejects.toMatchObject({
      code: 'sql_error',
      details: {
        code: '2BP01',
        hint: expect.stringContaining('CASCADE'),
        statement: 'drop table public.wares',
      },
    });
    expect(await made(writeTable.delete(writing(), id(table), true))).toMatchObject({ name: 'wares' });
    await expect(
      getObject(dependencies, owner, tableObjects(true), { ref: project.ref, ...id(table) }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await made(writeSchemaObject.delete(writing(), id(schema), true))).toMatchObject({ name: 'shop' });
  });

  it('stays as it is in a preview, and when one statement fails', async () => {
    expect(
      await writeTable.create(writing({ preview: true }), { name: 'goods', schema: 'public', comment: 'x' }),
    ).toEqual({
      statements: ['create table public.goods ()', "comment on table public.goods is 'x'"],
    });
    const table = await made(writeTable.create(writing(), { name: 'goods', schema: 'public' }));
    const broken = { name: 'renamed', comment: 'new', primary_keys: [{ name: 'nothing' }] };
    await expect(writeTable.update(writing({ body: broken }), id(table), broken)).rejects.toMatchObject({
      code: 'sql_error',
      field: 'primary_keys.0.name',
      details: { code: '42703' },
    });
    expect(
      await getObject(dependencies, owner, tableObjects(true), { ref: project.ref, ...id(table) }),
    ).toMatchObject({ name: 'goods', comment: null });
    await expect(
      writeTable.create(writing({ body: { name: 'goods' } }), { name: 'goods', schema: 'public' }),
    ).rejects.toMatchObject({ code: 'sql_error', field: 'name', details: { code: '42P07' } });
    await expect(
      writeColumn.create(writing(), {
        ...PLAIN,
        table_id: table.id,
        name: 'a',
        type: 'int; drop table goods',
        is_primary_key: false,
      }),
    ).rejects.toMatchObject({ code: 'bad_request', field: 'type' });
  });

  it('names what cannot be said in SQL', async () => {
    const table = await made(writeTable.create(writing(), { name: 'goods', schema: 'public' }));
    await expect(
      writeTable.update(writing(), id(table), { replica_identity: 'INDEX' }),
    ).rejects.toMatchObject({ code: 'bad_request', field: 'replica_identity_index' });
    await expect(
      writePublication.create(writing(), { name: 'sent', tables: ['public.'] }),
    ).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('A name cannot be empty'),
    });
  });

  it('is not for those who may only read, nor for objects of PostgreSQL and the services', async () => {
    await expect(
      writeTable.create(writing({ actor: reader, preview: true }), { name: 'goods', schema: 'public' }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    for (const schema of ['auth', 'pg_catalog', 'basalt', 'information_schema'])
      await expect(writeTable.create(writing(), { name: 'goods', schema })).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining(`The schema ${schema} belongs to`),
      });
    const users = (await asOwner("select 'auth.users'::regclass::oid::int8 as id")).rows[0]?.id;
    await expect(writeTable.delete(writing(), { id: String(users) }, true)).rejects.toMatchObject({
      code: 'forbidden',
    });
    // Policies on tables of the services are what people make.
    const policy = {
      name: 'own files',
      table: 'objects',
      schema: 'storage',
      action: 'PERMISSIVE',
      command: 'SELECT',
      roles: ['authenticated'],
      definition: 'true',
    } as const;
    expect(await made(writePolicy.create(writing(), policy))).toMatchObject({
      schema: 'storage',
      name: 'own files',
    });
    await expect(writePolicy.create(writing(), { ...policy, schema: 'pg_catalog' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const roles = (
      await asOwner(
        "select rolname, oid::int8 as id from pg_roles where rolname in ('authenticator', 'supabase_auth_admin')",
      )
    ).rows;
    for (const role of roles) {
      await expect(writeRole.delete(writing(), { id: String(role.id) })).rejects.toMatchObject({
        code: 'forbidden',
      });
      await expect(
        writeRole.update(writing(), { id: String(role.id) }, { name: 'mine' }),
      ).rejects.toMatchObject({ code: 'forbidden' });
    }
    await expect(writeRole.create(writing(), { name: 'basalt_other' })).rejects.toMatchObject({
      code: 'bad_request',
      field: 'name',
    });
    const preview = (await writeRole.create(writing({ preview: true }), {
      name: 'mine',
      password: 'a secret',
      can_login: true,
    })) as Preview;
    expect(preview.statements.join()).toMatch(/^create role mine login password 'SCRAM-SHA-256\$/);
  });

  it('builds an index while others write, and again when that failed', async () => {
    await asOwner('create table public.goods (id int, name text); insert into goods select 1, $$a$$');
    const table_id = Number(await oidOf('goods'));
    const index = {
      table_id,
      access_method: 'btree',
      columns: [{ name: 'id' }],
      is_unique: true,
      concurrently: true,
    };
    await expect(writeIndex.create(writing(), index)).rejects.toMatchObject({
      code: 'bad_request',
      field: 'name',
    });
    // Whoever has written before it began and is not done is waited for, and others go on writing.
    const built = await withClient({ ...address, user: 'postgres' }, async (client) => {
      await client.query('begin');
      await client.query("insert into goods values (2, 'b')");
      const building = made(
        writeIndex.create(writing(), { ...index, name: 'goods "id"', comment: 'no two' }),
      );
      await waitFor("select 1 from pg_stat_progress_create_index where phase like 'waiting for writers%'");
      await asOwner("set lock_timeout = '2s'; insert into goods values (3, 'c')");
      await client.query('commit');
      return building;
    });
    expect(built).toMatchObject({ name: 'goods "id"', is_valid: true, is_unique: true, comment: 'no two' });

    await asOwner("insert into goods values (4, 'c')");
    const twice = { ...index, name: 'names', columns: [{ name: 'name' }] };
    await expect(writeIndex.create(writing(), twice)).rejects.toMatchObject({ code: 'sql_error' });
    const failed = { id: await oidOf('names') };
    expect(
      await getObject(dependencies, owner, INDEX_OBJECTS, { ref: project.ref, ...failed }),
    ).toMatchObject({
      is_valid: false,
    });
    await asOwner('delete from goods where id = 4');
    await expect(
      writeIndex.update(writing(), failed, { rebuild: true, name: 'other' }),
    ).rejects.toMatchObject({ field: 'rebuild' });
    await expect(
      writeIndex.update(writing({ actor: reader }), failed, { rebuild: true }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    const again = await made(writeIndex.update(writing(), failed, { rebuild: true }));
    expect(again).toMatchObject({ name: 'names', is_valid: true });
  });

  it('does not wait for a lock without end', async () => {
    const table = await made(writeTable.create(writing(), { name: 'goods', schema: 'public' }));
    await withClient({ ...address, user: 'postgres' }, async (client) => {
      await client.query('begin; lock table public.goods');
      await expect(writeTable.update(writing(), id(table), { rls_enabled: false })).rejects.toMatchObject({
        code: 'sql_error',
        details: { code: '55P03', hint: expect.stringContaining('Somebody else is using this now') },
      });
    });
  });
});

describe('a whole table', () => {
  const column = (name: string, more: Partial<DesignColumn> = {}): DesignColumn => ({
    number: null,
    name,
    type: 'text',
    is_nullable: true,
    default_value: null,
    identity: null,
    generated: null,
    is_unique: false,
    check: null,
    comment: null,
    ...more,
  });
  const design = (more: Partial<TableDesign> = {}): TableDesign => ({
    schema: 'public',
    name: 'goods',
    comment: null,
    rls_enabled: false,
    is_realtime: true,
    columns: [column('id', { type: 'bigint', identity: 'by default', is_nullable: false }), column('label')],
    primary_key: ['id'],
    unique_constraints: [],
    foreign_keys: [],
    checks: [],
    ...more,
  });
  const apply = (
    target: Parameters<typeof applyDesign>[2]['target'],
    drawn: TableDesign,
    confirmed = false,
  ) => applyDesign(dependencies, owner, { ref: project.ref, target, design: drawn, confirmed }, undefined);

  it('is made as it is drawn, changed, copied, and refused when somebody else was faster', async () => {
    const { id: table } = await apply({ kind: 'create' }, design());
    const found = await getDesign(dependencies, owner, project.ref, table);
    // Row level security as it was drawn, although the project switches it on for new tables.
    expect(found).toMatchObject({
      read_only: null,
      design: { rls_enabled: false, is_realtime: true, primary_key: ['id'] },
    });
    await asOwner("insert into goods (label) values ('one'), (null)");
    await asOwner('analyze goods');

    const [key, label] = found.design.columns;
    if (key === undefined || label === undefined) throw new Error('columns');
    const target = { kind: 'change', id: table, version: found.version } as const;
    const after = {
      ...found.design,
      name: 'wares',
      rls_enabled: true,
      columns: [key, { ...label, is_nullable: false }],
    };
    const preview = await previewDesign(dependencies, owner, { ref: project.ref, target, design: after });
    expect(preview.warnings).toMatchObject([{ kind: 'nulls', column: 'label', needs_confirmation: false }]);
    await expect(apply(target, after)).rejects.toMatchObject({
      code: 'sql_error',
      field: 'columns.1.is_nullable',
      details: { code: '23502' },
    });
    await asOwner('delete from goods where label is null');
    await apply(target, after);

    // What was read before is old now.
    await expect(apply(target, design())).rejects.toMatchObject({ code: 'conflict' });
    const second = await getDesign(dependencies, owner, project.ref, table);
    const without = { ...second.design, columns: second.design.columns.slice(0, 1) };
    const drop = { kind: 'change', id: table, version: second.version } as const;
    await expect(apply(drop, without)).rejects.toMatchObject({
      code: 'confirmation_required',
      details: { warnings: [expect.objectContaining({ kind: 'loses_data', column: 'label' })] },
    });

    const copy = await apply(
      { kind: 'duplicate', id: table, with_rows: true },
      { ...second.design, name: 'copied' },
    );
    expect((await asOwner('select label from copied')).rows).toEqual([{ label: 'one' }]);
    expect(copy.id).not.toBe(table);
    await apply(drop, without, true);
    expect((await getDesign(dependencies, owner, project.ref, table)).design.columns).toHaveLength(1);
    await asOwner('drop table wares');
    await expect(apply(drop, without, true)).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      previewDesign(dependencies, reader, { ref: project.ref, target: { kind: 'create' }, design: design() }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await expect(apply({ kind: 'create' }, design({ schema: 'auth' }))).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
