import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { quoteIdent, quoteLiteral } from '@basalt/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { runStatements } from './connection/run-statements.ts';
import { withSnapshot } from './connection/source-snapshot.ts';
import { withTransferClient } from './connection/transfer-client.ts';
import { copyDatabase } from './copy-database.ts';
import { PassingOutput } from './definitions/passing-output-for-test.ts';
import { definitionStatements, runAlone } from './definitions/run-definitions.ts';
import { usersSchemaSql } from './definitions/schema-sql.ts';
import { ATTACK, deparserInjections, HOSTILE_NAMES } from './deparser-injections.cases.ts';
import { dumpDatabase } from './dump-database.ts';
import { platformAdditions } from './objects/platform-additions.ts';
import { publicationDefinitions } from './objects/publications.ts';
import { prepareTemplate } from './objects/template-content.ts';
import { findPrivilegeDifferences } from './role-privileges/find-privilege-differences.ts';
import { createCopyRole, letCopyRoleCreate } from './rows/copy-role.ts';
import { schemaSnapshotOf } from './schema-snapshot-for-test.ts';

const SOURCES = {
  15: useTestCluster({ major: 15 }),
  16: useTestCluster({ major: 16 }),
  17: useTestCluster({ major: 17 }),
};
const TARGETS = {
  16: useTestCluster({ major: 16, name: 'target' }),
  17: useTestCluster({ major: 17, name: 'target' }),
  18: useTestCluster({ major: 18, name: 'target' }),
};
type Target = keyof typeof TARGETS;
const PAIRS: [keyof typeof SOURCES, Target][] = [
  [15, 18],
  [16, 18],
  [17, 18],
  [15, 16],
  [16, 17],
];

async function asPostgres(target: ConnectionTarget, sql: string): Promise<void> {
  await withClient({ ...target, user: 'postgres' }, async (client) => void (await client.query(sql)));
}

async function expectNoNewRights(target: ConnectionTarget, major: number): Promise<void> {
  expect(await findPrivilegeDifferences(target, major)).toEqual([]);
  await expect(asPostgres(target, `copy (select 1) to program 'id'`)).rejects.toMatchObject({
    code: '42501',
  });
}

/** What a copy runs of the text of users in a source, in its order. */
async function definitionsOf(source: ConnectionTarget, target: ConnectionTarget, major: number) {
  const { signal } = new AbortController();
  return withTransferClient(target, signal, async (client) =>
    withSnapshot(source, signal, async (snapshot) => {
      const additions = await platformAdditions(snapshot.client, await prepareTemplate(client));
      const text = { snapshot: snapshot.id, tables: additions.names };
      const preData = await usersSchemaSql(source, 'pre-data', text, signal);
      const postData = await usersSchemaSql(source, 'post-data', text, signal);
      return [
        definitionStatements(preData, major),
        additions.tables,
        additions.keys,
        definitionStatements(postData, major),
        additions.rest,
      ];
    }),
  );
}

/**
 * Those of one kind. A statement that names no kind is what another's text has let loose, and belongs to the last one before
 * it that does. What stands before all kinds, the settings, belongs to each.
 */
function ofKind(schema: string, parts: readonly (readonly string[])[]): string[] {
  return parts.flatMap((part) => {
    let current = schema;
    return part.filter((statement) => {
      current = /hostile_\d+/.exec(statement)?.[0] ?? current;
      return current === schema;
    });
  });
}

/** Runs definitions of one kind as a copy does, but goes on whatever the server says. @returns those that it refused */
async function runDefinitionsOf(
  schema: string,
  definitions: readonly string[],
  { source, target, major }: { source: ConnectionTarget; target: ConnectionTarget; major: number },
): Promise<{ statements: string[]; refused: string[] }> {
  const { signal } = new AbortController();
  return withTransferClient(target, signal, async (client) => {
    await prepareTemplate(client);
    await client.query(`create schema ${schema}`);
    const role = await createCopyRole(client, ['postgres']);
    await letCopyRoleCreate(client, role, [schema, 'public']);
    const { make, addTables } = await withTransferClient(source, signal, (from) =>
      publicationDefinitions(from, client, major, role),
    );
    const conditions = ofKind(schema, [addTables]);
    const refused: string[] = [];
    await withTransferClient({ ...target, user: role }, signal, async (owner) => {
      const run = (sql: string) => runAlone(owner, sql).catch(() => refused.push(sql));
      for (const statement of definitions) await run(statement);
      await runStatements(client, ofKind(schema, [make]));
      for (const statement of conditions) await run(statement);
    });
    const cleanUp = `drop publication if exists p_${schema}; reassign owned by ${role} to postgres;
      drop owned by ${role}; drop role ${role}`;
    for (const sql of cleanUp.split(';')) await client.query(sql);
    return { statements: [...definitions, ...conditions], refused };
  });
}

const KINDS = deparserInjections();

describe.each(inTurn(PAIRS))('a copy from %i to %i', (from, to) => {
  it.each(KINDS)('is refused where it would run what a %s says', async (_kind, sql, schema) => {
    const source = await SOURCES[from].createDatabase();
    const target = await TARGETS[to].createDatabase();
    await asPostgres(source, sql);
    await expect(copyDatabase(source, target)).rejects.toMatchObject({
      code: '0A000',
      message: expect.stringMatching(new RegExp(`${schema}\\b.* Change it or drop it\\.$`)),
    });
    await expectNoNewRights(target, to);
  });
});

describe.each(PAIRS.slice(0, 3))('definitions from %i in %i', (from, to) => {
  let source: ConnectionTarget;
  let definitions: string[][];

  // All kinds in one database: what takes long is reading it with pg_dump.
  beforeAll(async () => {
    source = await SOURCES[from].createDatabase();
    for (const [, sql] of KINDS) await asPostgres(source, sql);
    definitions = await definitionsOf(source, await TARGETS[to].createDatabase(), to);
  });

  it.each(KINDS)('give nobody a right when a %s says so', async (_kind, _sql, schema) => {
    const target = await TARGETS[to].createDatabase();
    const own = ofKind(schema, definitions);
    const { statements, refused } = await runDefinitionsOf(schema, own, { source, target, major: to });
    const attacksIn = (all: readonly string[]) => all.filter((statement) => statement.includes(ATTACK));
    expect(attacksIn(statements)).not.toEqual([]);
    expect(attacksIn(refused)).toEqual(attacksIn(statements));
    await expectNoNewRights(target, to);
  });
});

/** What may stand behind a definition, each for itself or two in one text. */
const ATTACKS = [
  ATTACK,
  `select 1; ${ATTACK}`,
  `create view public.v as select 1; ${ATTACK}`,
  'create role climber superuser',
  'create role climber',
  'grant pg_execute_server_program to postgres',
  'grant supabase_admin to postgres',
  'grant supabase_auth_admin to anon',
  'set role postgres',
  'set role supabase_auth_admin',
  'set role supabase_admin',
  'set session authorization supabase_admin',
  `alter role supabase_auth_admin password 'x'`,
  'alter role supabase_auth_admin set search_path = public',
  `copy (select 1) to program 'id'`,
  `copy (select 1) to '/tmp/basalt-must-not-exist'`,
  `create function public.f() returns int language internal as 'int4in'`,
  `create function auth.mine() returns int language sql return 1`,
  `create function extensions.mine() returns int language sql return 1`,
  `create or replace function auth.uid() returns uuid language sql return null`,
  'create extension file_fdw',
  'alter event trigger basalt_enable_row_level_security disable',
  `alter system set archive_command = 'id'`,
  `set session_preload_libraries = 'x'`,
  'alter database postgres set session_preload_libraries = x',
  "select pg_read_file('/etc/passwd')",
  'select rolpassword from pg_authid',
  'create publication p for all tables',
  'update pg_catalog.pg_authid set rolsuper = true',
];

describe('the role that runs definitions', () => {
  it.each(ATTACKS)('may not: %s', async (attack) => {
    const target = await TARGETS[18].createDatabase();
    const { signal } = new AbortController();
    await withTransferClient(target, signal, async (client) => {
      const role = await createCopyRole(client, ['postgres', 'supabase_admin']);
      await letCopyRoleCreate(client, role, ['public']);
      const code = await withTransferClient({ ...target, user: role }, signal, (owner) =>
        runAlone(owner, attack).then(
          () => 'done',
          (error: { code: string }) => error.code,
        ),
      );
      await client.query(`drop owned by ${role}; drop role ${role}`);
      expect(code).toMatch(/^(42501|42601|55P02)$/);
    });
    await expectNoNewRights(target, 18);
  });
});

/** A thing of every kind under this name, for the role `postgres`. */
function named(name: string): string {
  const n = quoteIdent(name);
  const text = quoteLiteral(name);
  return `create schema ${n}; set search_path = ${n};
    create type ${n} as enum (${text}); create domain "d" as text default ${text} check (value <> ${text});
    create table "t" (${n} int, "e" ${n} default ${text}, "x" "d", "y" text, constraint ${n} check (${n} > 0));
    comment on table "t" is ${text}; comment on column "t".${n} is ${text};
    create index on "t" (${n}); create sequence "s" owned by "t".${n};
    create table "p" (${n} text) partition by list (${n}); create table "p1" partition of "p" for values in (${text});
    create function ${n}(${n} int default 1) returns int language sql begin atomic select ${n}; end;
    create function "g"() returns trigger language plpgsql as ${quoteLiteral(`begin perform ${text}; return new; end`)};
    create trigger ${n} before insert on "t" for each row when (new."x" = ${text}) execute function "g"();
    create policy ${n} on "t" using ("x" = ${text}); create rule ${n} as on update to "t" do also select ${text};
    create view "v" as select ${n} as ${n}, ${text} as "a ${name.slice(0, 20).replaceAll('"', '""')}" from "t";
    create statistics ${n} on "x", (lower("x")) from "t"; create publication ${n} for table "t" where ("y" = ${text});
    alter table auth.users add column ${n} text default ${text}; comment on column auth.users.${n} is ${text};
    create policy ${n} on storage.objects using (name = ${text});
    insert into "t" values (1, ${text}, 'a');`;
}

describe('hostile names', () => {
  it.each(PAIRS.slice(2, 3))('travel from %i to %i as names', async (from, to) => {
    const source = await SOURCES[from].createDatabase();
    const target = await TARGETS[to].createDatabase();
    for (const [index, name] of HOSTILE_NAMES.entries()) {
      await asPostgres(source, named(name));
      const role = `${index} ${name}`;
      await asPostgres(
        source,
        `create role ${quoteIdent(role)}; grant select on auth.users to ${quoteIdent(role)}`,
      );
    }
    await copyDatabase(source, target);
    await expectNoNewRights(target, to);
    const [before, after] = [await schemaSnapshotOf(source), await schemaSnapshotOf(target)];
    for (const subject of [
      'schemas',
      'relations',
      'policies',
      'triggers',
      'rules',
      'descriptions',
      'rows',
      'types',
    ])
      expect(ofUsers(after[subject])).toEqual(ofUsers(before[subject]));
  });

  it('are no statements in a download', async () => {
    const source = await SOURCES[17].createDatabase();
    for (const name of HOSTILE_NAMES) await asPostgres(source, named(name));
    const output = new PassingOutput();
    await dumpDatabase(source, output);
    const target = await TARGETS[17].createDatabase();
    expect(output.text).toContain(ATTACK);
    expect(await findPrivilegeDifferences(target, 17)).toEqual([]);
  });
});

function ofUsers(lines: readonly string[] = []): string[] {
  return lines.filter((line) => !/pg_stat_statements|platform_objects|supabase_migrations/.test(line));
}

describe('a download', () => {
  it.each(KINDS)('is refused where a %s would be a statement of its own', async (_kind, sql, schema) => {
    const source = await SOURCES[17].createDatabase();
    await asPostgres(source, sql);
    await expect(dumpDatabase(source, new PassingOutput())).rejects.toMatchObject({
      code: '0A000',
      message: expect.stringMatching(new RegExp(`${schema}\\b`)),
    });
  });
});
