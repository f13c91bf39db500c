import { useTestCluster } from '@basalt/clusters/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { runQuery } from '../queries/run-query.ts';
import type { TransferProgress } from './connection/transfer-progress.ts';
import { type CopyStep, copyDatabase } from './copy-database.ts';
import { everything } from './everything.cases.ts';
import { measureDatabase } from './measure-database.ts';
import { schemaSnapshotOf } from './schema-snapshot-for-test.ts';

const source15 = useTestCluster({ major: 15 });
const source16 = useTestCluster({ major: 16 });
const source17 = useTestCluster({ major: 17 });
const fresh16 = useTestCluster({ major: 16, name: 'target' });
const fresh17 = useTestCluster({ major: 17, name: 'target' });
const another17 = useTestCluster({ major: 17, name: 'another target' });
const fresh18 = useTestCluster({ major: 18, name: 'target' });

async function runAll(target: ConnectionTarget, texts: readonly string[]): Promise<void> {
  await withClient(target, async (client) => {
    for (const text of texts) await client.query(text);
  });
}

type SchemaSnapshot = Record<string, string[]>;

/** What the template of a version decides: its extensions and names, and what `postgres` may do (decision 0003). */
const OF_VERSION = new RegExp(
  [
    'extensions\\.pg_stat_statements',
    'pg_use_reserved_connections',
    '^basalt\\.platform_objects ',
    '^\\["(postgres|supabase_admin)",false,',
    '^\\["(anon|authenticated|authenticator|service_role)","postgres",',
  ].join('|'),
);

/**
 * Without what versions define: since 17 there is the privilege MAINTAIN (`m`), memberships have options since 16 and
 * grantors that count, views are printed with fewer qualifications since 16, 18 shows the identity of partitions and
 * publishes generated columns only when told to. Connections are kept for the members of a role since 16. Each version of
 * pg_stat_statements counts other things.
 */
function comparable({
  membershipOptions,
  views,
  identities,
  publicationTables,
  ...snapshot
}: SchemaSnapshot): SchemaSnapshot {
  const withoutMaintain = (line: string) => line.replace(/(=[a-zA-Z*]*)m\*?(?=[a-zA-Z*]*\/)/g, '$1');
  return Object.fromEntries(
    Object.entries(snapshot).map(([subject, lines]) => [
      subject,
      lines.filter((line) => !OF_VERSION.test(line)).map(withoutMaintain),
    ]),
  );
}

describe('copyDatabase', () => {
  const original: { old?: ConnectionTarget; same?: ConnectionTarget } = {};

  beforeAll(async () => {
    original.old = await source15.createDatabase();
    original.same = await source17.createDatabase();
    await runAll(original.old, everything(15));
    await runAll(original.same, everything(17));
  });

  it('makes an equal database of the same version', async () => {
    const target = await fresh17.createDatabase();
    const before = await schemaSnapshotOf(original.same!);
    const result = await copyDatabase(original.same!, target);
    expect(await schemaSnapshotOf(target)).toEqual(before);
    expect(await schemaSnapshotOf(original.same!)).toEqual(before);
    expect(result.tables).toBe((await measureDatabase(original.same!)).tables);
  });

  it('makes an equal database of a newer version, but for what versions define', async () => {
    const target = await fresh18.createDatabase();
    const steps: CopyStep[] = [];
    const seen: TransferProgress[] = [];
    await copyDatabase(original.old!, target, {
      onStep: (step) => steps.push(step),
      onProgress: (progress) => seen.push(progress),
    });
    expect(comparable(await schemaSnapshotOf(target))).toEqual(
      comparable(await schemaSnapshotOf(original.old!)),
    );
    expect(steps).toEqual(['globals', 'pre-data', 'data', 'sequences', 'post-data', 'refresh', 'analyze']);
    expect(seen.map(({ text }) => text)).toContain('Copying app.people');
    expect(seen.at(-1)!.totalBytes).toBe((await measureDatabase(original.old!)).bytes);
    expect(seen.at(-1)!.doneBytes).toBeCloseTo(seen.at(-1)!.totalBytes);
  });

  it.each([
    [15, 16],
    [16, 17],
  ])('makes an equal database of %i in %i, but for what versions define', async (from) => {
    const target = await (from === 15 ? fresh16 : another17).createDatabase();
    const source = from === 15 ? original.old! : await source16.createDatabase();
    if (from === 16) await runAll(source, everything(16));
    await copyDatabase(source, target);
    expect(comparable(await schemaSnapshotOf(target))).toEqual(comparable(await schemaSnapshotOf(source)));
  });

  it('leaves event triggers at work and rows insertable', async () => {
    const target = await fresh17.createDatabase();
    const source = await source17.createDatabase();
    await runAll(source, [
      'create table public.numbered (id bigint generated always as identity, v text)',
      `insert into public.numbered (v) values ('a'), ('b')`,
    ]);
    await copyDatabase(source, target);
    const asPostgres = { ...target, user: 'postgres' };
    expect(
      (await runQuery(asPostgres, `insert into public.numbered (v) values ('c') returning id`)).rows,
    ).toEqual([{ id: 3 }]);
    await runQuery(asPostgres, 'create table public.made_later (id int)');
    const sql = `select relrowsecurity from pg_catalog.pg_class where relname = 'made_later'`;
    expect((await runQuery(target, sql)).rows).toEqual([{ relrowsecurity: true }]);
  });

  it('lets constraints find their functions where they are used to', async () => {
    const source = await source17.createDatabase();
    const target = await fresh17.createDatabase();
    await runAll({ ...source, user: 'postgres' }, [
      `create function public.inner_rule(text) returns boolean language sql as $$ select $1 = 'yes' $$;
      create function public.rule(text) returns boolean language sql as $$ select inner_rule($1) $$;
      create domain public.ruled as text check (public.rule(value));
      create table public.checked (a text check (public.rule(a)), b public.ruled)`,
      `insert into public.checked values ('yes', 'yes')`,
    ]);
    await copyDatabase(source, target);
    expect((await runQuery(target, 'table public.checked')).rows).toEqual([{ a: 'yes', b: 'yes' }]);
  });

  it('carries secrets as they are encrypted, also behind what reads them', async () => {
    const source = await source15.createDatabase();
    const target = await fresh18.createDatabase();
    await runAll({ ...source, user: 'postgres' }, [
      `select vault.create_secret('plain', 'kept', 'told')`,
      'create materialized view public.readers as select name, decrypted_secret from vault.decrypted_secrets',
    ]);
    const rows = 'select id, secret, nonce from vault.secrets';
    await copyDatabase(source, target);
    expect((await runQuery(target, rows)).rows).toEqual((await runQuery(source, rows)).rows);
    for (const sql of ['table public.readers', 'select name, decrypted_secret from vault.decrypted_secrets'])
      expect((await runQuery({ ...target, user: 'postgres' }, sql)).rows).toEqual([
        { name: 'kept', decrypted_secret: 'plain' },
      ]);
  });

  it('refuses an older version', async () => {
    const target = await source15.createDatabase();
    await expect(copyDatabase(original.same!, target)).rejects.toMatchObject({
      name: 'QueryError',
      code: '0A000',
      message: expect.stringContaining('Choose the same version or a newer one.'),
    });
  });
});
