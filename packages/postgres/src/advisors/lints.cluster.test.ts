import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it } from 'vitest';
import { withClient } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { LIMITS } from './common-names.ts';
import { LINTS } from './lints/all-lints.ts';
import { LINT_CASES } from './lints.cases.ts';
import { type LintOptions, type LintReport, runLints } from './run-lints.ts';

const EXPOSED = ['public', 'pgmq_public'];
const OWNER = 'postgres';

/** All checks of a database, as the platform makes them. */
function lintsOf(target: ConnectionTarget, options: Partial<LintOptions> = {}): Promise<LintReport> {
  return withClient({ ...target, user: 'supabase_read_only_user' }, (reader) =>
    withClient(target, (superuser) =>
      runLints({ reader, superuser }, { exposedSchemas: EXPOSED, ...options }),
    ),
  );
}

/** Each text as one question; those that say so may fail. */
async function run(target: ConnectionTarget, user: string, texts: readonly string[]): Promise<void> {
  await withClient({ ...target, user }, async (client) => {
    for (const text of texts) {
      const asked = client.query(text);
      await (text.startsWith('-- fails') ? asked.catch(() => undefined) : asked);
    }
  });
}

/** Statements that stand on lines of their own, as the SQL editor runs them. */
const statementsOf = (fix: string) =>
  fix.startsWith('begin;') ? [fix] : fix.split(/;\n/).map((part) => part.replace(/;$/, ''));

describe.each(inTurn([15, 16, 17, 18] as const))('checks on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });
  const cases = LINT_CASES.filter(({ since = 0 }) => since <= major).map((one) => ({
    note: 'plain',
    ...one,
  }));

  it.each(cases)('$name, $note: silent, found, mended', async (one) => {
    const target = await cluster.createDatabase();
    const { name, good, bad, limits, fix } = one;
    const user = one.asAdmin ? target.user : OWNER;
    const lints = LINTS.filter((lint) => lint.name === name);
    const look = () => lintsOf(target, { lints, limits: { ...LIMITS, ...limits } });
    await run(target, user, [good]);
    expect(await look()).toEqual({ findings: [], failed: [], truncated: [] });

    await run(target, user, bad);
    const { findings, failed } = await look();
    expect(failed).toEqual([]);
    const [found, ...others] = findings;
    expect(others).toEqual([]);
    expect(found?.detail).toMatch(one.detail);
    if (one.level !== undefined) expect(found?.level).toBe(one.level);
    if (fix === null) return expect(found?.fix).toBeNull();
    expect(found?.fix).toMatch(fix);

    await run(target, user, statementsOf(found?.fix ?? ''));
    expect(await look()).toEqual({ findings: [], failed: [], truncated: [] });
  });

  it('makes every check, and finds nothing in a new project', async () => {
    expect(await lintsOf(await cluster.createDatabase())).toEqual({
      findings: [],
      failed: [],
      truncated: [],
    });
  });

  it('tells of sessions that are idle in a transaction, until their role has a timeout', async () => {
    const target = await cluster.createDatabase();
    const lints = LINTS.filter(({ name }) => name === 'idle_in_transaction');
    const look = async () =>
      (await lintsOf(target, { lints, limits: { ...LIMITS, idleMinutes: 0 } })).findings;
    await withClient({ ...target, user: OWNER }, async (idle) => {
      await idle.query('begin');
      await expect.poll(look).toHaveLength(1);
      const [found] = await look();
      expect(found?.detail).toMatch(/^A session of role `postgres` has been idle in a transaction/);
      await run(target, OWNER, [found?.fix ?? '']);
      expect(await look()).toEqual([]);
    });
    await run(target, OWNER, ['alter role postgres reset idle_in_transaction_session_timeout']);
  });

  it('tells of replication slots that hold the log', async () => {
    const target = await cluster.createDatabase();
    const lints = LINTS.filter(({ name }) => name === 'replication_slot_held');
    const look = async () =>
      (await lintsOf(target, { lints, limits: { ...LIMITS, slotBytes: -1 } })).findings;
    expect(await look()).toEqual([]);
    await run(target, target.user, ["select pg_create_physical_replication_slot('left_behind', true)"]);
    expect((await look()).map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^Replication slot `left_behind` is not in use and keeps \d+ MB/),
    ]);
    await run(target, target.user, ["select pg_drop_replication_slot('left_behind')"]);
    expect(await look()).toEqual([]);
  });
});

describe('hostile databases', () => {
  const cluster = useTestCluster();

  it('is told what could not be looked at, and looks at the rest', async () => {
    const target = await cluster.createDatabase();
    await run(target, target.user, [
      'drop table storage.objects cascade; drop table storage.buckets cascade',
    ]);
    await run(target, OWNER, ['create table public.loose (id int)']);
    const { findings, failed } = await lintsOf(target);
    expect(failed).toEqual([
      {
        name: 'public_bucket_allows_listing',
        title: 'Public Bucket Allows Listing',
        category: 'SECURITY',
        reason: 'relation "storage.buckets" does not exist',
      },
    ]);
    expect(findings.map(({ name }) => name)).toContain('no_primary_key');
  });

  it('calls nothing that people have put where names are looked for', async () => {
    const target = await cluster.createDatabase();
    await run(target, OWNER, [
      `create table public.calls (who text);
       create function public.trap(anyarray, anyarray) returns bool language plpgsql as $$ begin
         insert into public.calls values (current_user); return true; end $$;
       create function public.cardinality(anyarray) returns int language plpgsql as $$ begin
         insert into public.calls values (current_user); return 0; end $$;
       create operator public.@> (function = public.trap, leftarg = anyarray, rightarg = anyarray);
       alter database ${target.database} set search_path = public, pg_catalog`,
    ]);
    await run(target, target.user, [
      'alter role supabase_read_only_user set search_path = public, pg_catalog',
    ]);
    const { failed } = await lintsOf(target);
    await run(target, target.user, ['alter role supabase_read_only_user reset search_path']);
    expect(failed).toEqual([]);
    expect(
      await withClient(target, async (client) => (await client.query('select * from public.calls')).rows),
    ).toEqual([]);
  });

  it('writes names so that they stay names, in fixes too', async () => {
    const target = await cluster.createDatabase();
    const evil = `x"; drop schema public cascade; --`;
    const quoted = `"${evil.replaceAll('"', '""')}"`;
    await run(target, OWNER, [
      `create table public.${quoted} (${quoted} int constraint ${quoted} references public.${quoted}, primary key (${quoted}))`.replace(
        /constraint .* references [^,]*,/,
        ', ',
      ),
      `create table public.child (up int constraint ${quoted} references public.${quoted});
       create policy ${quoted} on public.${quoted} using (auth.uid() is null);
       create function public.${quoted}() returns int language sql as 'select 1'`,
    ]);
    const { findings, failed } = await lintsOf(target);
    expect(failed).toEqual([]);
    const fixes = findings.flatMap(({ fix }) => (fix === null ? [] : statementsOf(fix)));
    expect(fixes.length).toBeGreaterThan(2);
    await run(target, OWNER, fixes);
    const after = await lintsOf(target);
    expect(after.findings.filter(({ fix }) => fix !== null)).toEqual([]);
  });
});
