import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '@basalt/postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ClusterAddress } from '../driver.ts';
import { debianInstallation, noInstallation } from '../installation-for-test.ts';
import { projectDatabaseScripts, projectDatabaseUpdates } from '../project-database/index.ts';
import type { LocalDriver } from './local-driver.ts';
import { project, scratch, useTestDriver } from './test-driver.ts';

const context = useTestDriver();
const ON_15 = { major: 15 } as const;

async function values(address: ClusterAddress, sql: string): Promise<unknown[]> {
  const { rows } = await withClient(address, (client) => client.query({ text: sql, rowMode: 'array' }));
  return rows.flat();
}

const version = async (address: ClusterAddress) => String((await values(address, 'select version()'))[0]);
const recordOf = async ({ root }: LocalDriver, ref: string) =>
  JSON.parse(await readFile(join(root, 'projects', ref, 'cluster.json'), 'utf8')) as Record<string, unknown>;

// `noInstallation` says which packages are missing.
describe.skipIf(noInstallation !== null)(`on Debian's PostgreSQL 15 ${noInstallation ?? ''}`, () => {
  let debian: LocalDriver;
  beforeAll(async () => {
    const content = { scripts: projectDatabaseScripts, updates: projectDatabaseUpdates() };
    debian = await context.open({ ...content, installations: [await debianInstallation()] });
  });

  test('a project has all that projects have, and runs on the programs of the machine', async () => {
    expect(debian.build(15)).toEqual({
      version: expect.stringMatching(/^15\.\d+$/),
      installation: '/usr/lib/postgresql/15',
    });
    expect(debian.build(17).installation).toBeNull();
    expect(await debian.availableExtensions(15)).toEqual(expect.arrayContaining(['postgis', 'pgcrypto']));
    await debian.create(project('geo', ON_15));
    const { address } = await debian.start('geo');
    expect(await version(address)).toContain('Debian');
    expect(await values(address, "select to_regclass('storage.objects') is not null")).toEqual([true]);
    expect(await values(address, 'select datcollversion from pg_database')).toEqual([null, null, null]);
    expect(await recordOf(debian, 'geo')).toMatchObject({ installation: '/usr/lib/postgresql/15' });
  });

  test('what needs its extensions is not started by programs without them, and starts with them again', async () => {
    const { address } = await debian.start('geo');
    await values(address, 'create extension postgis schema extensions');
    await values(address, 'create table public.places as select extensions.st_point(1, 2) as at');
    await debian.stop('geo');
    const ours = context.driver;
    await expect(ours.start('geo')).rejects.toThrow(
      'This database needs the extensions postgis, which the PostgreSQL 15 here does not have: set BASALT_POSTGRES_15 to the installation that has them, /usr/lib/postgresql/15, start Basalt again and then this database.',
    );
    expect(await ours.status('geo')).toBe('stopped');
    await expect(ours.start('geo')).rejects.toMatchObject({ code: 'start_failed' });
    await debian.start('geo');
    expect(await values(address, 'select extensions.st_astext(at) from public.places')).toEqual([
      'POINT(1 2)',
    ]);
    await debian.stop('geo');
  });

  test('a copy of such a data directory is looked at too before it counts as started', async () => {
    await debian.create(scratch('copy', ON_15));
    const { address } = await debian.start('copy');
    await values(address, 'create extension postgis schema extensions');
    await debian.stop('copy');
    await context.driver.create(project('taken', ON_15), { scratch: 'copy' });
    await expect(context.driver.start('taken')).rejects.toThrow('needs the extensions postgis');
  });

  test('a database of ours goes to the programs of the machine and back', async () => {
    const ours = context.driver;
    await ours.create(project('both', ON_15));
    await values((await ours.start('both')).address, 'create table kept as select 42 as answer');
    await ours.stop('both');
    const { address } = await debian.start('both');
    expect(await version(address)).toContain('Debian');
    expect(await values(address, 'select answer from kept')).toEqual([42]);
    await debian.stop('both');
    await ours.start('both');
    expect(await version(address)).not.toContain('Debian');
    expect(await values(address, 'select answer from kept')).toEqual([42]);
    expect(await recordOf(ours, 'both')).not.toHaveProperty('installation');
    await ours.stop('both');
  });

  test('one that runs already goes on, and counts as started by the programs that it runs on', async () => {
    const ours = context.driver;
    await ours.start('both');
    await debian.start('both');
    expect(await recordOf(debian, 'both')).not.toHaveProperty('installation');
    await debian.restart('both');
    expect(await recordOf(debian, 'both')).toMatchObject({ installation: '/usr/lib/postgresql/15' });
    await debian.stop('both');
  });

  test('new databases of the other kind, and the platform’s, are made by the right programs', async () => {
    await debian.create(scratch('target', ON_15), { empty: true });
    expect(await version((await debian.start('target')).address)).toContain('Debian');
    await debian.stop('target');
    await debian.create({ ref: 'platform', kind: 'platform', major: 15, port: null });
    expect(await version((await debian.start('platform')).address)).not.toContain('Debian');
    await debian.stop('platform');
  });
});
