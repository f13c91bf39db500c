import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { ApiClient } from '../basalt/api-client.ts';
import { DATABASE_PASSWORD, OWNER } from '../basalt/owner.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { disposeBasalt, runToEnd, startBasalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

const region = 'eu-central-1';

test.setTimeout(240_000);

test('objects are kept in a bucket, brought along by a restore, and gone with their project', async ({
  api: storeApi,
  basalt: storeBasalt,
}) => {
  const { ref: store } = await storeApi.createProject('Store of objects', { region });
  const storeKeys = await keysOf(storeApi, storeBasalt, store);
  await clientOf(storeKeys.url, storeKeys.secret).storage.createBucket('objects');
  const { body } = await storeApi.request('POST', `/platform/storage/${store}/credentials`, {
    description: 'Another Basalt',
  });
  const { access_key: accessKeyId, secret_key: secretAccessKey } = body.data;
  const endpoint = `${storeKeys.url}/storage/v1/s3`;

  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  const keptOf = async (ref: string) =>
    (await client.send(new ListObjectsV2Command({ Bucket: 'objects', Prefix: `${ref}/` }))).Contents ?? [];

  const environment = {
    BASALT_S3_ENDPOINT: endpoint,
    BASALT_S3_BUCKET: 'objects',
    BASALT_S3_REGION: region,
    BASALT_S3_ACCESS_KEY: accessKeyId,
    BASALT_S3_SECRET_KEY: secretAccessKey,
    BASALT_DELETION_GRACE_DAYS: '0',
  };
  const basalt = await startBasalt({ environment });
  try {
    const api = new ApiClient(basalt.origin, OWNER.accessToken);
    const { ref } = await api.createProject('Elsewhere');
    const keys = await keysOf(api, basalt, ref);
    const { storage } = clientOf(keys.url, keys.secret);
    await storage.createBucket('stones');
    expect((await storage.from('stones').upload('a.txt', 'basalt')).error).toBeNull();
    expect(await keptOf(ref)).toHaveLength(1);

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
    const copyKeys = await keysOf(api, basalt, copy);
    const found = await clientOf(copyKeys.url, copyKeys.secret).storage.from('stones').download('a.txt');
    expect(await found.data?.text()).toBe('basalt');

    await basalt.stop();
    const { code, output } = await runToEnd({ ...basalt.environment, BASALT_S3_BUCKET: 'other' });
    expect(code).not.toBe(0);
    expect(output).toMatch(/BASALT_S3_BUCKET must be the bucket objects at/);
    expect(output).not.toContain(secretAccessKey);
  } finally {
    await disposeBasalt(basalt);
    client.destroy();
  }
});
