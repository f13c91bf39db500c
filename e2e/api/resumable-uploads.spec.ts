import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Upload, type UploadOptions } from 'tus-js-client';
import { ApiClient } from '../basalt/api-client.ts';
import { processesOfHome } from '../basalt/home-processes.ts';
import { OWNER } from '../basalt/owner.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { disposeBasalt, startBasalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

const MB = 1024 * 1024;
const CHUNK = 6 * MB;
const POLICY = `create policy drop_box on storage.objects for insert to anon with check (bucket_id = 'b' and name like 'in/%')`;

/** Uploads until it is done, or has failed, or was aborted by `onProgress`. */
function upload(bytes: Buffer, options: UploadOptions, onProgress?: (sent: number, one: Upload) => void) {
  return new Promise<Upload>((resolve, reject) => {
    const one: Upload = new Upload(bytes, {
      chunkSize: CHUNK,
      retryDelays: [100, 200, 500, 1_000, 2_000, 4_000],
      ...options,
      onSuccess: () => resolve(one),
      onError: reject,
      onChunkComplete: (_size, sent) => {
        onProgress?.(sent, one);
        if (one.url === null) reject(new Error('The upload has no address.'));
      },
      onShouldRetry: () => true,
    });
    one.start();
  });
}

const sameBytes = async (blob: Blob | null, bytes: Buffer) =>
  expect(
    createHash('sha256')
      .update(Buffer.from(await (blob ?? new Blob([])).arrayBuffer()))
      .digest('hex'),
  ).toBe(createHash('sha256').update(bytes).digest('hex'));

test('tus-js-client uploads in parts, goes on after a break and after the gateway was killed', async () => {
  test.setTimeout(120_000);
  const basalt = await startBasalt();
  try {
    const api = new ApiClient(basalt.origin, OWNER.accessToken);
    const { ref } = await api.createProject('Resumable');
    const { url, anon, serviceRole } = await keysOf(api, basalt, ref);
    const service = clientOf(url, serviceRole);
    await expect
      .poll(async () => (await service.storage.createBucket('b')).error?.message ?? null)
      .toBeNull();
    await api.rows(ref, POLICY);
    const bucket = service.storage.from('b');
    const bytes = randomBytes(20 * MB);
    const options = (objectName: string, key = serviceRole): UploadOptions => ({
      endpoint: `${url}/storage/v1/upload/resumable`,
      headers: { authorization: `Bearer ${key}`, 'x-upsert': 'false' },
      uploadDataDuringCreation: true,
      removeFingerprintOnSuccess: true,
      metadata: { bucketName: 'b', objectName, contentType: 'video/mp4', cacheControl: '60' },
    });

    await upload(bytes, options('plain'));
    await sameBytes((await bucket.download('plain')).data, bytes);
    expect((await bucket.info('plain')).data).toMatchObject({ size: bytes.length, contentType: 'video/mp4' });

    // Broken off by the client, and gone on with by another one that knows the address only.
    const address = await new Promise<string>((resolve, reject) => {
      upload(bytes, options('aborted'), (sent, one) => {
        if (sent === CHUNK) void one.abort(false).then(() => resolve(one.url ?? ''), reject);
      }).catch(reject);
    });
    const first: number[] = [];
    await upload(bytes, { ...options('aborted'), uploadUrl: address }, (sent) => first.push(sent));
    expect(first[0]).toBeGreaterThan(CHUNK);
    await sameBytes((await bucket.download('aborted')).data, bytes);

    // Killed while bytes are on their way: what was acknowledged is there, and the client goes on by itself.
    let killed = false;
    const acknowledged: number[] = [];
    await upload(bytes, options('killed'), (sent) => {
      acknowledged.push(sent);
      if (killed) return;
      killed = true;
      void sleep(5).then(async () => {
        for (const { pid } of (await processesOfHome(basalt.home)).filter(({ command }) =>
          command.includes('gateway-process'),
        ))
          process.kill(pid, 'SIGKILL');
      });
    });
    expect(killed).toBe(true);
    expect(acknowledged).toEqual([...acknowledged].sort((a, b) => a - b));
    await sameBytes((await bucket.download('killed')).data, bytes);

    // A link to upload stands for the right; a policy decides about everybody else.
    const link = await bucket.createSignedUploadUrl('linked');
    const signed = options('linked', anon);
    await upload(bytes.subarray(0, MB), {
      ...signed,
      endpoint: `${signed.endpoint}/sign`,
      headers: { 'x-signature': link.data?.token ?? '' },
    });
    await sameBytes((await bucket.download('linked')).data, bytes.subarray(0, MB));
    await upload(bytes.subarray(0, MB), options('in/box', anon));
    expect((await bucket.exists('in/box')).data).toBe(true);
    const refused = upload(bytes.subarray(0, MB), { ...options('out', anon), retryDelays: null });
    await expect(refused).rejects.toThrow(/403.*row-level security/s);

    await api.request('PATCH', `/v1/projects/${ref}/config/storage`, { fileSizeLimit: MB });
    const large = () =>
      upload(bytes, { ...options('large'), retryDelays: null }).then(
        () => '',
        (error: Error) => error.message,
      );
    await expect.poll(large).toMatch(/413/);
  } finally {
    await disposeBasalt(basalt);
  }
});
