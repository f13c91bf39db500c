import { Writable } from 'node:stream';
import type { ClusterAddress } from '@basalt/clusters';
import { noInstallation, startDebianCluster, useTestCluster } from '@basalt/clusters/testing';
import { dumpDatabase, findUpgradeBlockers, runQuery, withClient } from '@basalt/postgres';
import { readObjects, TYPE_OBJECTS } from '@basalt/postgres/catalog';
import { readTypedSchemas, typescriptOf } from '@basalt/postgres/typegen';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContentPlatform } from '../../content/content-for-test.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { ProjectConnections } from '../../project-cluster/project-connections.ts';
import { writeExtension } from './write-extension.ts';
import type { Writing } from './write-schema.ts';

const platformCluster = useTestCluster({ major: 17, kind: 'platform' });

// `noInstallation` says which packages are missing.
describe.skipIf(noInstallation !== null)(`PostGIS of Debian's PostgreSQL 15 ${noInstallation ?? ''}`, () => {
  let platform: Awaited<ReturnType<typeof openContentPlatform>>;
  let debian: Awaited<ReturnType<typeof startDebianCluster>>;
  let address: ClusterAddress;
  let writing: Writing;
  const asOwner = (sql: string) => runQuery({ ...address, user: 'postgres' }, sql);

  beforeAll(async () => {
    platform = await openContentPlatform(await platformCluster.createDatabase());
    debian = await startDebianCluster();
    address = debian.address;
    const dependencies = {
      db: platform.db,
      clusters: { start: async () => ({ address }) },
      sqlConnections: new ProjectConnections(),
      settings: { allowedExtensions: null },
      log: () => {},
    } as unknown as Dependencies;
    const actor = await platform.insertPerson('Owner');
    const { ref } = await platform.insertProject();
    writing = { dependencies, actor, ref, preview: false, body: {}, signal: undefined };
  });
  afterAll(async () => {
    await debian?.stop();
    await platform.db.destroy();
  });

  it('is installed by the platform, with what needs it, and used by the owner', async () => {
    await expect(asOwner('create extension postgis schema extensions')).rejects.toThrow('permission denied');
    expect(
      await writeExtension.create(writing, { name: 'postgis_sfcgal', schema: 'extensions', cascade: true }),
    ).toMatchObject({ schema: 'extensions' });
    await asOwner(
      'create table public.places (id int primary key, at extensions.geometry(Point,4326)); create index on public.places using gist (at)',
    );
    await asOwner("insert into public.places values (1, 'SRID=4326;POINT(8.5 47.4)')");
    const { rows } = await asOwner('select to_json(at) as at from public.places');
    expect(rows).toMatchObject([{ at: { type: 'Point', coordinates: [8.5, 47.4] } }]);
  });

  it('has types that designers offer and clients know', async () => {
    await withClient(address, async (client) => {
      const types = await readObjects(client, TYPE_OBJECTS, { includedSchemas: ['extensions'] });
      expect(types.map(({ format }) => format)).toContain('extensions.geometry');
      const text = typescriptOf(await readTypedSchemas(client, ['public']), ['public']);
      expect(/\bat: .*/.exec(text)?.[0]).toBe('at: unknown | null');
    });
  });

  it('is a line in a download, with the rows that use it', async () => {
    const chunks: Buffer[] = [];
    const output = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    await dumpDatabase(address, output);
    const text = Buffer.concat(chunks).toString();
    expect(text).toMatch(/CREATE EXTENSION (?:IF NOT EXISTS )?"?postgis"? WITH SCHEMA "?extensions"?/);
    expect(text).toMatch(/extensions\.geometry\(Point,4326\)/);
    expect(text).not.toMatch(/CREATE FUNCTION extensions\.st_/i);
  });

  it('stands in the way of an upgrade to a PostgreSQL without it', async () => {
    const blockers = await findUpgradeBlockers(address, 17, { extensions: ['pgcrypto', 'plpgsql'] });
    expect(blockers.filter(({ kind }) => kind === 'extension')).toContainEqual(
      expect.objectContaining({
        name: 'postgis',
        message: expect.stringContaining('is not available for PostgreSQL 17'),
      }),
    );
    const others = await findUpgradeBlockers(address, 17, {
      extensions: ['pgcrypto', 'plpgsql', 'uuid-ossp', 'pg_stat_statements', 'postgis', 'postgis_sfcgal'],
    });
    expect(others.filter(({ kind }) => kind === 'extension')).toEqual([]);
  });

  it('goes with all that depends on it when that is asked for', async () => {
    await expect(writeExtension.delete(writing, { id: 'postgis' }, false)).rejects.toMatchObject({
      code: 'sql_error',
      message: expect.stringContaining('other objects depend on it'),
    });
    await writeExtension.delete(writing, { id: 'postgis' }, true);
    const { rows } = await asOwner(
      "select attname from pg_attribute where attrelid = 'public.places'::regclass and attnum > 0 and not attisdropped",
    );
    expect(rows).toEqual([{ attname: 'id' }]);
  });
});
