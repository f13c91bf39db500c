import type { ClusterAddress } from '@basalt/clusters';
import { useTestCluster } from '@basalt/clusters/testing';
import { runQuery } from '@basalt/postgres';
import { beforeEach, describe, expect, it } from 'vitest';
import { READ_ONLY_ROLE } from '../../project-cluster/roles.ts';
import { assertNoWayOut } from './ways-out.ts';

const cluster = useTestCluster();
let address: ClusterAddress;
const asOwner = (sql: string) => runQuery({ ...address, user: 'postgres' }, sql);
const asOperator = (sql: string) => runQuery(address, `set client_min_messages = error; ${sql}`);
const asReader = (sql: string) =>
  runQuery({ ...address, user: READ_ONLY_ROLE }, `set transaction_read_only = on; ${sql}`);
const found = () =>
  assertNoWayOut({ ...address, user: READ_ONLY_ROLE }).then(
    () => null,
    (error: Error) => error.message,
  );

beforeEach(async () => {
  address = await cluster.createDatabase();
});

it('finds none in a project as it is made, nor in functions with the rights of an owner who has no way', async () => {
  await asOwner(`create function public.count_users() returns bigint language sql security definer
    as $$ select count(*) from auth.users $$`);
  expect(await found()).toBeNull();
});

describe('where the operator has added dblink', () => {
  /** Whoever has dblink comes back by it, as somebody who may write. */
  const REACH = `create function public.reach(said text) returns text language sql security definer
    as $$ select extensions.dblink_exec(said, 'insert into public.made values (1)') $$`;

  beforeEach(async () => {
    await asOperator(`create extension dblink with schema extensions;
      create table public.made (id int);
      do $$ declare one record; begin
        for one in select objid::regprocedure as name from pg_depend where classid = 'pg_proc'::regclass and deptype = 'e'
            and refobjid = (select oid from pg_extension where extname = 'dblink')
        loop execute format('revoke execute on function %s from public', one.name); end loop; end $$`);
    expect(await found()).toBeNull();
  });

  it('and lent it to the owner, a function with his rights is a way out', async () => {
    await asOperator('grant execute on all functions in schema extensions to postgres');
    expect(await found()).toBeNull();
    await asOwner(REACH);
    // The attack itself: a transaction that only reads, and a connection to wherever the caller says.
    await expect(asReader("select public.reach('host=127.0.0.1 port=1 password=x')")).rejects.toThrow(
      /could not establish connection/,
    );
    expect(await found()).toMatch(
      /public\.reach, which runs with the rights of postgres, who may call extensions\.dblink/,
    );
    await asOwner('revoke execute on function public.reach(text) from public');
    expect(await found()).toBeNull();
  });

  it('a function that calls one that calls it is found as well', async () => {
    await asOperator(`create role lender nologin; grant usage on schema extensions to lender;
      grant execute on all functions in schema extensions to lender;
      ${REACH}; alter function public.reach(text) owner to lender;
      revoke execute on function public.reach(text) from public; grant execute on function public.reach(text) to postgres`);
    expect(await found()).toBeNull();
    await asOwner(`create function public.detour(said text) returns text language plpgsql security definer
      as $$ begin return public.reach(said); end $$`);
    expect(await found()).toMatch(/runs with the rights of lender/);
    await asOperator('drop owned by lender; drop role lender');
  });
});

it("a function with the rights of a superuser can start programs, so it is one, and a trigger's is not", async () => {
  await asOperator(`create function public.log_out() returns trigger language plpgsql security definer
    as $$ begin return new; end $$`);
  expect(await found()).toBeNull();
  await asOperator(`create function public.run(said text) returns void language plpgsql security definer
    as $$ begin execute said; end $$`);
  await asReader("select public.run($$copy (select 1) to program 'cat > /dev/null'$$)");
  expect(await found()).toMatch(/public\.run, .* may use files or programs/);
});

it('a table of another server is one as soon as somebody has a way there', async () => {
  await asOperator(`create extension postgres_fdw with schema extensions;
    create server elsewhere foreign data wrapper postgres_fdw options (host '127.0.0.1', port '1');
    create foreign table public.away (id int) server elsewhere`);
  expect(await found()).toBeNull();
  await asOperator("create user mapping for public server elsewhere options (user 'x', password 'x')");
  await expect(asReader('select * from public.away')).rejects.toThrow(/could not connect to server/);
  expect(await found()).toMatch(/foreign table public\.away/);
});
