import { randomBytes } from 'node:crypto';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { clientOf, keysOf, type ProjectKeys, setAuth } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

const REGION = 'eu-central-1';
const MB = 1024 * 1024;

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

test.describe('the S3 client, unchanged', () => {
  let keys: ProjectKeys;
  let ref: string;
  let credentials: Credentials;
  let keyId: string;

  const connect = (changes: object = {}) =>
    new S3Client({
      endpoint: `${keys.url}/storage/v1/s3`,
      region: REGION,
      forcePathStyle: true,
      maxAttempts: 1,
      credentials,
      ...changes,
    });
  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: { name: string }) => error.name,
    );

  test.beforeAll(async ({ api, basalt }) => {
    ({ ref } = await api.createProject('Object store', { region: REGION }));
    keys = await keysOf(api, basalt, ref);
    await setAuth(api, ref, { mailer_autoconfirm: true });
    const made = await api.request('POST', `/platform/storage/${ref}/credentials`, { description: 'Tests' });
    expect(made.status).toBe(201);
    const { id, access_key, secret_key } = made.body.data;
    keyId = id;
    credentials = { accessKeyId: access_key, secretAccessKey: secret_key };
  });

  test('what is put in parts comes back, and the storage API sees the same', async () => {
    const s3 = connect();
    await s3.send(new CreateBucketCommand({ Bucket: 'stones' }));
    const bytes = randomBytes(12 * MB);
    const params = { Bucket: 'stones', Key: 'a/large.bin', Body: bytes, Metadata: { kind: 'basalt' } };
    await new Upload({ client: s3, params }).done();
    const got = await s3.send(new GetObjectCommand({ Bucket: 'stones', Key: 'a/large.bin' }));
    expect(Buffer.compare(Buffer.from((await got.Body?.transformToByteArray()) ?? []), bytes)).toBe(0);
    const { storage } = clientOf(keys.url, keys.serviceRole);
    const { data } = await storage.from('stones').info('a/large.bin');
    expect(data).toMatchObject({ size: 12 * MB, metadata: { kind: 'basalt' } });
    await storage.from('stones').upload('by-http.txt', 'hello');
    const listed = await s3.send(new ListObjectsV2Command({ Bucket: 'stones', Delimiter: '/' }));
    expect(listed.Contents?.map(({ Key }) => Key)).toEqual(['by-http.txt']);
    expect(listed.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['a/']);
  });

  test('a user sees what the policies let them see', async ({ api }) => {
    await api.rows(
      ref,
      `create policy own on storage.objects to authenticated
      using (owner_id = (select auth.uid())::text) with check (owner_id = (select auth.uid())::text)`,
    );
    const session = async () => {
      const client = clientOf(keys.url, keys.anon);
      const email = `${randomBytes(6).toString('hex')}@example.com`;
      const { data } = await client.auth.signUp({ email, password: 'columns of stone' });
      const sessionToken = data.session?.access_token ?? '';
      return connect({ credentials: { accessKeyId: ref, secretAccessKey: keys.anon, sessionToken } });
    };
    const [me, other] = [await session(), await session()];
    const object = { Bucket: 'stones', Key: 'mine.txt' };
    await me.send(new PutObjectCommand({ ...object, Body: 'mine' }));
    const list = async (client: S3Client) =>
      (await client.send(new ListObjectsV2Command({ Bucket: 'stones' }))).Contents?.map(({ Key }) => Key);
    expect([await list(me), await list(other)]).toEqual([['mine.txt'], undefined]);
    expect(await codeOf(other.send(new GetObjectCommand(object)))).toBe('NoSuchKey');
    expect(await codeOf(other.send(new PutObjectCommand({ ...object, Body: 'stolen' })))).toBe(
      'AccessDenied',
    );
  });

  test('bad requests are refused in XML, and a bad upload leaves nothing', async () => {
    const root = `${keys.url}/storage/v1/s3`;
    const scope = `${credentials.accessKeyId}/20260101/${REGION}/s3/aws4_request`;
    const header = `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=host,Signature=${'0'.repeat(64)}`;
    const now = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
    const signed = { authorization: header.replace('20260101', now.slice(0, 8)), 'x-amz-date': now };
    const hashed = { ...signed, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    const all = {
      ...hashed,
      authorization: hashed.authorization.replace('=host,', '=host;x-amz-content-sha256;x-amz-date,'),
    };
    const CASES: [string, string, Record<string, string>, number, string][] = [
      ['GET', '/', {}, 403, 'AccessDenied'],
      ['GET', '/', { authorization: `Bearer ${keys.serviceRole}` }, 400, 'AuthorizationHeaderMalformed'],
      ['GET', '/', { authorization: header, 'x-amz-content-sha256': 'x' }, 403, 'AccessDenied'],
      ['GET', '/', signed, 400, 'MissingSecurityHeader'],
      ['GET', '/', hashed, 403, 'AccessDenied'],
      ['GET', '/', all, 403, 'SignatureDoesNotMatch'],
      ['GET', '/?X-Amz-Algorithm=x', {}, 400, 'AuthorizationQueryParametersError'],
      ['GET', '/a%5Cb/x', all, 400, 'InvalidBucketName'],
      ['PUT', '//x', all, 404, 'NoSuchBucket'],
      ['POST', '/stones', { 'content-type': 'multipart/form-data' }, 400, 'MalformedPOSTRequest'],
    ];
    for (const [method, path, headers, status, code] of CASES) {
      const answer = await fetch(`${root}${path}`, { method, headers });
      const text = await answer.text();
      expect([method, path, answer.status, /<Code>(.*)<\/Code>/.exec(text)?.[1]]).toEqual([
        method,
        path,
        status,
        code,
      ]);
    }
    const s3 = connect();
    const lying = { Bucket: 'stones', Key: 'lie', Body: 'hello', ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' };
    expect(await codeOf(s3.send(new PutObjectCommand(lying)))).toBe('BadDigest');
    expect(await codeOf(s3.send(new GetObjectCommand({ Bucket: 'stones', Key: 'lie' })))).toBe('NoSuchKey');
    const late = connect({ systemClockOffset: -3_600_000 });
    expect(await codeOf(late.send(new ListBucketsCommand({})))).toBe('RequestTimeTooSkewed');
    const elsewhere = connect({ region: 'us-west-1', followRegionRedirects: false });
    expect(await codeOf(elsewhere.send(new ListBucketsCommand({})))).toBe('AuthorizationHeaderMalformed');
  });

  test('a key that was deleted opens nothing', async ({ api }) => {
    const s3 = connect();
    expect(await codeOf(s3.send(new ListBucketsCommand({})))).toBe('done');
    expect((await api.request('DELETE', `/platform/storage/${ref}/credentials/${keyId}`)).status).toBe(200);
    await expect.poll(() => codeOf(s3.send(new ListBucketsCommand({})))).toBe('InvalidAccessKeyId');
  });
});
