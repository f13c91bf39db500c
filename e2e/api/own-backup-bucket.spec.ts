import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { ApiClient } from '../basalt/api-client.ts';
import { makeBucketStore } from '../basalt/bucket-store.ts';
import { layWire } from '../basalt/cut-wire.ts';
import { OWNER } from '../basalt/owner.ts';
import { overview, recoverableUntil } from '../basalt/project-backups.ts';
import { disposeBasalt, startBasalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(240_000);

test('a project copies its backups to a bucket of its own, which may be away, change its key, and is left alone', async ({
  api: storeApi,
  basalt: storeBasalt,
}) => {
  const { accessKeyId, secretAccessKey, region, endpoint } = await makeBucketStore(
    storeApi,
    storeBasalt,
    'Store of a project',
  );
  const wire = await layWire(endpoint);
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  const inBucket = async (prefix: string) =>
    ((await client.send(new ListObjectsV2Command({ Bucket: 'backups', Prefix: prefix }))).Contents ?? []).map(
      ({ Key }) => Key ?? '',
    );
  // Another address of this machine is as private as it was.
  const basalt = await startBasalt({
    environment: { BASALT_OUTGOING_ALLOW: '127.0.0.1/32', BASALT_DELETION_GRACE_DAYS: '0' },
  });
  try {
    const api = new ApiClient(basalt.origin, OWNER.accessToken);
    const { ref } = await api.createProject('With a bucket');
    await api.rows(ref, 'create table stones as select 1 as id');
    const path = `/platform/database/${ref}/backups/bucket`;
    const bucket = {
      endpoint: wire.address,
      region,
      bucket: 'backups',
      prefix: 'mine/',
      access_key: accessKeyId,
      secret_key: secretAccessKey,
      encryption: null,
      lock: null,
    };
    for (const [change, sentence] of [
      [{ secret_key: 'wrong' }, /cannot be used: the (secret|access) key/],
      [{ access_key: 'nobody' }, /cannot be used: .*access key/],
      [{ bucket: 'nowhere' }, /cannot be used: the store has no bucket of this name/],
      [
        { endpoint: endpoint.replace(/127\.0\.0\.1|localhost/, '127.0.0.2') },
        /is not on the public internet/,
      ],
      [{ endpoint: basalt.origin }, /cannot be used/],
    ] as const) {
      const refused = await api.request('PUT', path, { ...bucket, ...change });
      expect(refused.status, JSON.stringify(change)).toBe(400);
      expect(refused.body.message, JSON.stringify(change)).toMatch(sentence);
      expect(JSON.stringify(refused.body)).not.toContain(secretAccessKey);
    }
    expect((await api.request('GET', path)).body).toEqual({ bucket: null });

    const saved = await api.request('PUT', path, bucket);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(JSON.stringify((await api.request('GET', path)).body)).not.toContain(secretAccessKey);
    const own = async () =>
      (await overview(api, ref)).places.find(({ kind }: { kind: string }) => kind === 'own_bucket');
    await expect.poll(async () => (await own())?.behind_since, { timeout: 30_000 }).toBeNull();
    expect((await inBucket(`mine/${ref}/base/`)).some((key) => key.endsWith('/backup.json'))).toBe(true);

    wire.cut();
    await api.rows(ref, 'insert into stones values (2)');
    await recoverableUntil(api, ref, new Date());
    await expect
      .poll(async () => (await own())?.problem, { timeout: 30_000 })
      .toMatch(/Your bucket does not answer/);
    wire.mend();
    // The secret is known for this place.
    const { secret_key: _, ...known } = bucket;
    expect((await api.request('PUT', path, known)).status).toBe(200);
    await expect.poll(async () => (await own())?.behind_since, { timeout: 60_000 }).toBeNull();
    const elsewhere = await api.request('PUT', path, { ...known, prefix: 'other/' });
    expect(elsewhere.body.message).toMatch(/Give the secret key/);

    expect((await api.request('DELETE', path)).status).toBe(200);
    expect(await own()).toBeUndefined();
    expect((await api.request('PUT', path, bucket)).status).toBe(200);
    await expect.poll(async () => (await own())?.behind_since, { timeout: 30_000 }).toBeNull();
    await api.request('DELETE', `/v1/projects/${ref}`);
    await expect
      .poll(async () => (await api.request('GET', `/v1/projects/${ref}`)).status, { timeout: 60_000 })
      .toBe(404);
    expect((await inBucket(`mine/${ref}/`)).length).toBeGreaterThan(0);
  } finally {
    await disposeBasalt(basalt);
    await wire.close();
    client.destroy();
  }
});
