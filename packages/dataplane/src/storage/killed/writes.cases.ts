import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** One try of a way to write, on keys of its own. */
export interface Attempt {
  key: string;
  s3: S3Client;
  /** Whatever a client remembers of the answers that it got. */
  memory: Map<string, string>;
  /** Rejects when the answer is no success, or does not come. */
  send(
    method: string,
    path: string,
    body?: string | object,
    headers?: Record<string, string>,
  ): Promise<Response>;
}

/** What an object holds: a text, or null when there is none. */
type Content = string | null;

export interface Write {
  kind: string;
  /** By the ends of their keys, before and afterwards. All change together or not at all. */
  objects: Readonly<Record<string, readonly [before: Content, after: Content]>>;
  setUp?(attempt: Attempt): Promise<void>;
  act(attempt: Attempt): Promise<void>;
  /** What a client does that got no answer. When it resolves the write is done; without it the write may be done or not. */
  goOn?(attempt: Attempt): Promise<void>;
}

const BUCKET = 'kill';
const at = (key: string) => `/object/${BUCKET}/${key}`;
const FORMER = { '': ['former', 'new'] } as const;
const putFormer = ({ key, send }: Attempt) => send('POST', at(key), 'former').then(() => {});
const TUS = { 'tus-resumable': '1.0.0' };
const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const encoded = (text: string) => Buffer.from(text).toString('base64');

async function finishTus({ memory, send }: Attempt): Promise<void> {
  const place = memory.get('place') ?? '';
  const found = await send('HEAD', place, undefined, TUS);
  const offset = Number(found.headers.get('upload-offset'));
  if (offset === 3) return;
  await send('PATCH', place, 'new'.slice(offset), { ...PART, 'upload-offset': String(offset) });
}

const complete = ({ key, s3, memory }: Attempt) =>
  s3.send(
    new CompleteMultipartUploadCommand({
      Bucket: BUCKET,
      Key: key,
      UploadId: memory.get('id'),
      MultipartUpload: { Parts: [{ PartNumber: 1, ETag: memory.get('eTag') }] },
    }),
  );

async function createTus({ key, memory, send }: Attempt): Promise<void> {
  const metadata = `bucketName ${encoded(BUCKET)},objectName ${encoded(key)}`;
  const headers = { ...PART, 'upload-length': '3', 'upload-metadata': metadata };
  const { headers: answered } = await send('POST', '/upload/resumable', 'n', headers);
  memory.set('place', (answered.get('location') ?? '').replace(/^.*\/storage\/v1/, ''));
}

/** Every way in which objects are written. */
export const WRITES: readonly Write[] = [
  {
    kind: 'upload',
    objects: { '': [null, 'new'] },
    act: ({ key, send }) => send('POST', at(key), 'new').then(() => {}),
  },
  {
    kind: 'upsert',
    objects: FORMER,
    setUp: putFormer,
    act: ({ key, send }) => send('POST', at(key), 'new', { 'x-upsert': 'true' }).then(() => {}),
  },
  {
    kind: 'update by a form',
    objects: FORMER,
    setUp: putFormer,
    async act({ key, send }) {
      const form = new FormData();
      form.append('cacheControl', '60');
      form.append('', new Blob(['new']));
      form.append('metadata', '{"a":1}');
      await send('PUT', at(key), form);
    },
  },
  {
    kind: 'signed upload',
    objects: { '': [null, 'new'] },
    async setUp({ key, send, memory }) {
      const { url } = (await (await send('POST', `/object/upload/sign/${BUCKET}/${key}`, {})).json()) as {
        url: string;
      };
      memory.set('url', url);
    },
    act: ({ send, memory }) => send('PUT', memory.get('url') ?? '', 'new').then(() => {}),
  },
  { kind: 'begin to upload in parts', objects: { '': [null, null] }, act: createTus },
  {
    kind: 'finish to upload in parts',
    objects: { '': [null, 'new'] },
    setUp: createTus,
    act: finishTus,
    goOn: finishTus,
  },
  {
    kind: 'put over S3',
    objects: FORMER,
    setUp: putFormer,
    act: ({ key, s3 }) =>
      s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: 'new' })).then(() => {}),
  },
  {
    kind: 'complete parts over S3',
    objects: FORMER,
    async setUp(attempt) {
      await putFormer(attempt);
      const { key, s3, memory } = attempt;
      const { UploadId = '' } = await s3.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key: key }));
      const part = { Bucket: BUCKET, Key: key, UploadId, PartNumber: 1, Body: 'new' };
      const { ETag = '' } = await s3.send(new UploadPartCommand(part));
      memory.set('id', UploadId).set('eTag', ETag);
    },
    act: (attempt) => complete(attempt).then(() => {}),
    // What is complete is no upload any more.
    goOn: (attempt) =>
      complete(attempt).then(
        () => {},
        (error: Error) => {
          if (error.name !== 'NoSuchUpload') throw error;
        },
      ),
  },
  {
    kind: 'copy',
    objects: { '': ['former', 'former'], '-copy': [null, 'former'] },
    setUp: putFormer,
    act: ({ key, send }) =>
      send('POST', '/object/copy', { bucketId: BUCKET, sourceKey: key, destinationKey: `${key}-copy` }).then(
        () => {},
      ),
  },
  {
    kind: 'move',
    objects: { '': ['former', null], '-moved': [null, 'former'] },
    setUp: putFormer,
    act: ({ key, send }) =>
      send('POST', '/object/move', { bucketId: BUCKET, sourceKey: key, destinationKey: `${key}-moved` }).then(
        () => {},
      ),
  },
  {
    kind: 'delete',
    objects: { '': ['former', null] },
    setUp: putFormer,
    act: ({ key, send }) => send('DELETE', `/object/${BUCKET}`, { prefixes: [key] }).then(() => {}),
  },
  {
    kind: 'empty a bucket',
    objects: { '': [null, null] },
    async setUp({ key, send }) {
      await send('POST', '/bucket', { name: key });
      for (const name of ['a', 'b']) await send('POST', `/object/${key}/${name}`, 'former');
    },
    act: ({ key, send }) => send('POST', `/bucket/${key}/empty`, {}).then(() => {}),
    async goOn({ key, send }) {
      await send('POST', `/bucket/${key}/empty`, {});
      await send('DELETE', `/bucket/${key}`);
    },
  },
];
