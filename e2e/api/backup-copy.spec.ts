import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { ApiClient } from '../basalt/api-client.ts';
import { makeBucketStore } from '../basalt/bucket-store.ts';
import { layWire } from '../basalt/cut-wire.ts';
import { OWNER } from '../basalt/owner.ts';
import { recoverableUntil } from '../basalt/project-backups.ts';
import { disposeBasalt, runToEnd, startBasalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(240_000);

test('backups of the folder come into a bucket, are kept in both, and wait here while the bucket is away', async ({
  api: storeApi,
  basalt: storeBasalt,
}) => {
  const kept = await makeBucketStore(storeApi, storeBasalt, 'Store of copies');
  const wire = await layWire(kept.endpoint);
  const { accessKeyId, secretAccessKey, region, endpoint } = kept;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  const inBucket = async (prefix: string) => {
    const listed = await client.send(
      new ListObjectsV2Command({ Bucket: 'backups', Prefix: `of/us/${prefix}` }),
    );
    return (listed.Contents ?? []).map(({ Key }) => Key ?? '');
  };
  let basalt = await startBasalt();
  try {
    let api = new ApiClient(basalt.origin, OWNER.accessToken);
    const { ref } = await api.createProject('In two places');
    await api.rows(ref, 'create table stones as select 1 as id');
    await recoverableUntil(api, ref, new Date());
    await basalt.stop();

    const groups = Object.entries(kept.environment).filter(([name]) => name.startsWith('BASALT_BACKUPS'));
    const bucket = { ...Object.fromEntries(groups), BASALT_BACKUPS_S3_ENDPOINT: wire.address };
    const alone = await runToEnd({ ...basalt.environment, ...bucket });
    expect(alone.output).toMatch(/there are backups in .*: move them into the bucket/);
    const both = { ...basalt.environment, ...bucket, BASALT_BACKUPS_LOCAL_COPY: 'on' };
    basalt = await startBasalt({ environment: both });
    api = new ApiClient(basalt.origin, OWNER.accessToken);
    const places = async () =>
      (await api.request('GET', `/platform/database/${ref}/backups`)).body.places as {
        kind: string;
        behind_since: string | null;
        problem: string | null;
      }[];
    const behind = async () =>
      (await places()).map(({ kind, behind_since }) => [kind, behind_since !== null]);
    await expect.poll(behind, { timeout: 30_000 }).toEqual([
      ['folder', false],
      ['bucket', false],
    ]);
    const base = await inBucket(`${ref}/base/`);
    expect(base.some((key) => key.endsWith('/backup.json'))).toBe(true);

    wire.cut();
    await api.rows(ref, 'insert into stones values (2)');
    await recoverableUntil(api, ref, new Date());
    await expect
      .poll(async () => (await places())[1]?.problem)
      .toMatch(/The bucket of backups does not answer/);
    await basalt.stop();
    const without = await runToEnd({ ...both, BASALT_BACKUPS_LOCAL_COPY: 'off' });
    expect(without.output).toMatch(/BASALT_BACKUPS_LOCAL_COPY must stay on until the bucket has everything/);

    wire.mend();
    basalt = await startBasalt({ environment: both });
    api = new ApiClient(basalt.origin, OWNER.accessToken);
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
    await api.rows(ref, 'insert into stones values (3)');
    await recoverableUntil(api, ref, new Date());
    await expect.poll(async () => (await behind())[1], { timeout: 30_000 }).toEqual(['bucket', false]);
    const local = await readdir(join(basalt.home, 'backups'), { recursive: true });
    expect(local.some((name) => name.startsWith('platform/wal/'))).toBe(true);
    expect(local.filter((name) => /^_(installation|functions)/.test(name))).toEqual([]);
    expect(await inBucket('_installation/secret.key')).toHaveLength(1);
  } finally {
    await disposeBasalt(basalt);
    await wire.close();
    client.destroy();
  }
});
