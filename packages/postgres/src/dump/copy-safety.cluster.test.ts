import { useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it } from 'vitest';
import { withClient } from '../connections/connect.ts';
import { runQuery } from '../queries/run-query.ts';
import { copyDatabase } from './copy-database.ts';

const source = useTestCluster({ major: 17 });
const empty = useTestCluster({ major: 17, name: 'target' });

/** Where PostgreSQL runs code of a table's owner while somebody else defines or fills the table. In a schema per case. */
const PLACES: Record<string, string> = {
  checked: 'create table $.t (a int check ($.climb(a) > 0)); insert into $.t values (1)',
  domain:
    'create domain $.d as int check ($.climb(value) > 0); create table $.t (a $.d); insert into $.t values (1)',
  generated:
    'create table $.t (a int, b int generated always as (a + $.climb(1)) stored); insert into $.t values (1)',
  partition_key: 'create table $.t (a int) partition by range ((a + $.climb(1)))',
  partition_bound: `create domain $.d as int check ($.climb(value) > 0 and
      query_to_xml('select $.climb(1)', true, true, '') is not null);
    create table $.t (a $.d) partition by range (a); create table $.t1 partition of $.t for values from (1) to (5)`,
  attached: `create table $.t (a int) partition by range (a); create table $.t1 (a int, check (a > $.climb(0)));
    alter table $.t attach partition $.t1 for values from (1) to (5)`,
  foreign_key: `create type $.e as enum ('1'); create function $.to_int($.e) returns int language sql immutable as 'select $.climb(1)';
    create cast ($.e as int) with function $.to_int($.e) as implicit; create table $.p (a int primary key);
    insert into $.p values (1); create table $.c (e $.e references $.p); insert into $.c values ('1')`,
  late_check: `create table $.t (a int); create function $.row($.t) returns boolean language sql as 'select $.climb(1) = 1';
    alter table $.t add constraint "CHECK it" check ($.row(t) and query_to_xml('select $.climb(1)', true, true, '') is not null);
    insert into $.t values (1)`,
  late_domain: `create table $.t (a int); create domain $.d as int; create table $.u (d $.d); insert into $.u values (1);
    create function $.holds($.u, int) returns boolean language sql as 'select $.climb(1) = 1';
    alter domain $.d add check ($.holds(null, value))`,
  index: 'create table $.t (a int); insert into $.t values (1); create index on $.t ((a + $.climb(1)))',
  materialized: 'create materialized view $.m as select $.climb(1) as a',
};

describe('copyDatabase', () => {
  it('never runs what users wrote as the superuser', async () => {
    const from = await source.createDatabase();
    const to = await empty.createDatabase();
    await withClient({ ...from, user: 'postgres' }, async (client) => {
      for (const [place, sql] of Object.entries(PLACES))
        await client.query(`
          create schema ${place};
          create function ${place}.climb_now() returns void language plpgsql as $$ begin
            begin execute 'reset session authorization'; exception when others then null; end;
            begin execute 'reset role'; exception when others then null; end;
            if (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
              execute 'create role climbed_by_${place} superuser';
            end if;
          end $$;
          create function ${place}.climb(a int) returns int language plpgsql immutable as
            $$ begin perform ${place}.climb_now(); return a; end $$;
          ${sql.replaceAll('$', place)}`);
    });
    await copyDatabase(from, to);
    const made = await runQuery(
      to,
      `select rolname from pg_catalog.pg_roles where rolname ~ '^(climbed_by|basalt_copy)'`,
    );
    expect(made.rows).toEqual([]);
    const changed = await runQuery(
      to,
      `select proname from pg_catalog.pg_proc where proname ~ '^climb' and prosecdef`,
    );
    expect(changed.rows).toEqual([]);
    expect((await runQuery(to, 'select a from checked.t union all select a from late_check.t')).rows).toEqual(
      [{ a: 1 }, { a: 1 }],
    );
  });
});
