import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { ApiClient } from '../basalt/api-client.ts';
import { makeBucketStore } from '../basalt/bucket-store.ts';
import { DATABASE_PASSWORD, OWNER } from '../basalt/owner.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { aMoment, operationDone, recoverableUntil, takeBackup } from '../basalt/project-backups.ts';
import { disposeBasalt, runToEnd, startBasalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(240_000);

test('objects and backups are kept in buckets, brought along by a restore, and gone with their project', async ({
  api: storeApi,
  basalt: storeBasalt,
}) => {
  const { endpoint, region, backupKey, ...store } = await makeBucketStore(
    storeApi,
    storeBasalt,
    'Store of objects',
  );
  const { accessKeyId, secretAccessKey } = store;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  const keptOf = async (ref: string, Bucket = 'objects', folder = '') =>
    (await client.send(new ListObjectsV2Command({ Bucket, Prefix: `${folder}${ref}/` }))).Contents ?? [];

  const environment = { ...store.environment, BASALT_DELETION_GRACE_DAYS: '0' };
  const basalt = await startBasalt({ environment });
  try {
    const api = new ApiClient(basalt.origin, OWNER.accessToken);
    const { ref } = await api.createProject('Elsewhere');
    const keys = await keysOf(api, basalt, ref);
    const { storage } = clientOf(keys.url, keys.secret);
    await storage.createBucket('stones');
    expect((await storage.from('stones').upload('a.txt', 'basalt')).error).toBeNull();
    expect(await keptOf(ref)).toHaveLength(1);

    // A whole backup, and what was written since, whose last seconds are of a segment that still grows.
    await api.rows(ref, "create table stones as select 1 as id, 'backed up' as name");
    await takeBackup(api, ref);
    await api.rows(ref, "insert into stones values (2, 'logged')");
    const then = await aMoment();
    await api.rows(ref, 'drop table stones');
    await recoverableUntil(api, ref, new Date());
    const { body: rewind } = await api.request('POST', `/platform/database/${ref}/backups/pitr`, {
      at: then.toISOString(),
    });
    await operationDone(api, ref, rewind.operation_id);
    const names = () => api.rows(ref, 'select name from stones order by id');
    expect(await names()).toEqual([{ name: 'backed up' }, { name: 'logged' }]);
    const backups = await keptOf(ref, 'backups', 'of/us/');
    expect(backups.some(({ Key }) => Key?.endsWith('/data.tar.zst'))).toBe(true);
    expect(backups.some(({ Key }) => Key?.includes('/wal/'))).toBe(true);
    expect(await readdir(join(basalt.home, 'backups')).catch(() => [])).toEqual([]);

    const restored = await api.request('POST', `/platform/database/${ref}/backups/restore-to-new-project`, {
      name: 'Copy',
      db_pass: DATABASE_PASSWORD,
      at: new Date().toISOString(),
    });
    expect(restored.status, JSON.stringify(restored.body)).toBe(200);
    const copy = restored.body.ref;
    await api.waitForStatus(copy, 'ACTIVE_HEALTHY', 120_000);
    await api.request('DELETE', `/v1/projects/${ref}`);
    await expect.poll(async () => (await keptOf(ref)).length, { timeout: 60_000 }).toBe(0);
    await expect.poll(async () => (await keptOf(ref, 'backups', 'of/us/')).length).toBe(0);
    const copyKeys = await keysOf(api, basalt, copy);
    const found = await clientOf(copyKeys.url, copyKeys.secret).storage.from('stones').download('a.txt');
    expect(await found.data?.text()).toBe('basalt');

    await basalt.stop();
    const { code, output } = await runToEnd({ ...basalt.environment, BASALT_S3_BUCKET: 'other' });
    expect(code).not.toBe(0);
    expect(output).toMatch(/BASALT_S3_BUCKET must be the bucket objects at/);
    expect(output).not.toContain(secretAccessKey);
    const moved = await runToEnd({ ...basalt.environment, BASALT_BACKUPS_S3_PREFIX: 'of/' });
    expect(moved.code).not.toBe(0);
    expect(moved.output).toMatch(
      /BASALT_BACKUPS_S3_BUCKET must be the bucket backups\/of\/us\/ at .*, encrypted for age1/,
    );
    expect(moved.output).not.toContain(backupKey);
  } finally {
    await disposeBasalt(basalt);
    client.destroy();
  }
});
