import { createHash } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';

export interface BucketOptions {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** How requests get there. Default: by connections of our own, wherever the address leads. */
  send?: SendRequest;
  /** How often a request is sent that fails for reasons that pass. Default: four times. */
  attempts?: number;
  /** Longer lists are refused, counted in pages. Default: none is. */
  mostPages?: number;
  /** How the store is to encrypt what it keeps. Default: as it does by itself. */
  encryption?: ServerEncryption | null;
  /** How long objects that are locked can be changed by nobody. Default: none is locked. */
  lock?: ObjectLock | null;
  /** Bytes of a part. Only tests say so. */
  pieceBytes?: number;
  /** Larger objects are copied in parts of this size. Only tests say so. */
  copyBytes?: number;
}

/** A signed request, sent as it is. */
export type SendRequest = (request: {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | string | null;
}) => Promise<{ status: number; headers: Record<string, string>; body: Readable }>;

/** The store encrypts with a key of its own, or with one of its key service; null: the service's usual one. */
export type ServerEncryption = { kind: 'AES256' } | { kind: 'aws:kms'; keyId: string | null };

/** `governance`: those to whom the store gives the right may end it sooner; `compliance`: nobody may. */
export interface ObjectLock {
  mode: 'governance' | 'compliance';
  days: number;
}

/** Whose the fault is: the store has no room left, it is away for now, or it refuses what we ask for. */
export type BucketFault = 'full' | 'away' | 'refused';

/** First and last byte, from 0 on. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface ObjectState {
  key: string;
  size: number;
  /** No earlier than the object was written. */
  changedAt: Date;
}

const GB = 1024 ** 3;
/** A single copy may have five. */
const COPY_BYTES = 4 * GB;
/** Streams that slow clients read hold one each. */
const CONNECTIONS = 1_000;
const CONNECT_MS = 5_000;
/** For the store to say something. */
const SILENCE_MS = 60_000;
const ATTEMPTS = 4;

/** The few operations that objects need, of one bucket of any store that speaks the S3 protocol. */
export type Bucket = ReturnType<typeof openBucket>;

/** @param explain what is thrown when the store does not do what it is asked for */
export function openBucket(
  options: BucketOptions,
  explain: (fault: BucketFault, cause: unknown) => Error = (fault, cause) => new Error(fault, { cause }),
) {
  const { endpoint, bucket: Bucket, region, accessKey, secretKey, copyBytes = COPY_BYTES } = options;
  const encryption = encryptionHeaders(options.encryption ?? null);
  /** Of an object that never changes. */
  const kept = (isLocked: boolean) => ({
    ...encryption,
    ...(isLocked && options.lock != null && lockHeaders(options.lock)),
  });
  const agent = { keepAlive: true, maxSockets: CONNECTIONS };
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    maxAttempts: options.attempts ?? ATTEMPTS,
    // Not every store knows the newer checksums; all of them check Content-MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: options.send
      ? handlerOf(options.send)
      : {
          httpAgent: new HttpAgent(agent),
          httpsAgent: new HttpsAgent(agent),
          connectionTimeout: CONNECT_MS,
          socketTimeout: SILENCE_MS,
        },
  });

  const known = <Answer>(sent: Promise<Answer>): Promise<Answer> =>
    sent.catch((error: unknown) => {
      throw explain(faultOf(error), error);
    });
  const unlessMissing = <Answer>(sent: Promise<Answer>): Promise<Answer | null> =>
    known(sent.catch(nullIfMissing));

  async function inspect(Key: string): Promise<ObjectState | null> {
    const answer = await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key })));
    if (answer === null) return null;
    return { key: Key, size: answer.ContentLength ?? 0, changedAt: changedAt(answer) };
  }

  /** @param isLocked whether the object is locked, where locks are set */
  async function beginUpload(Key: string, isLocked = false) {
    const begin = new CreateMultipartUploadCommand({ Bucket, Key, ...kept(isLocked) });
    const { UploadId } = await known(client.send(begin));
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    const upload = { Bucket, Key, UploadId };
    return {
      async send(Body: Buffer): Promise<void> {
        const PartNumber = Parts.push({ PartNumber: Parts.length + 1, ETag: undefined });
        const command = new UploadPartCommand({ ...upload, PartNumber, Body, ContentMD5: md5Of(Body) });
        const { ETag } = await known(client.send(command));
        Parts[PartNumber - 1] = { PartNumber, ETag };
      },
      async copy(from: string, { start, end }: ByteRange): Promise<void> {
        const PartNumber = Parts.length + 1;
        const CopySource = `${Bucket}/${from}`;
        const CopySourceRange = `bytes=${start}-${end}`;
        const command = new UploadPartCopyCommand({ ...upload, PartNumber, CopySource, CopySourceRange });
        const { CopyPartResult } = await known(client.send(command));
        Parts.push({ PartNumber, ETag: CopyPartResult?.ETag });
      },
      complete: () =>
        known(client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))),
      /** What could not be told goes when abandoned uploads are cleared away. */
      abort: () =>
        client.send(new AbortMultipartUploadCommand(upload)).then(
          () => {},
          () => {},
        ),
    };
  }

  /** Objects below a prefix, in the order of their keys. */
  async function* list(Prefix: string): AsyncGenerator<ObjectState[]> {
    const { mostPages = Number.POSITIVE_INFINITY } = options;
    let ContinuationToken: string | undefined;
    for (let number = 1; ; number++) {
      if (number > mostPages) throw explain('refused', new Error('The store lists more than there can be.'));
      const page = await known(client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })));
      yield (page.Contents ?? []).flatMap((found) =>
        found.Key === undefined
          ? []
          : [{ key: found.Key, size: found.Size ?? 0, changedAt: changedAt(found) }],
      );
      if (!page.IsTruncated) return;
      ContinuationToken = page.NextContinuationToken;
    }
  }

  return {
    /** Bytes of a part of an upload; undefined: as many as is usual. */
    pieceBytes: options.pieceBytes,
    inspect,
    beginUpload,
    list,
    async put(Key: string, Body: Buffer, isLocked = false): Promise<void> {
      const command = new PutObjectCommand({ Bucket, Key, Body, ContentMD5: md5Of(Body), ...kept(isLocked) });
      await known(client.send(command));
    },
    async read(Key: string, { start, end }: ByteRange): Promise<AsyncIterable<Buffer>> {
      const command = new GetObjectCommand({ Bucket, Key, Range: `bytes=${start}-${end}` });
      const { Body, ContentRange } = await known(client.send(command));
      // What comes must be what was asked for: it is put together by where it begins.
      if (ContentRange === undefined ? start > 0 : !ContentRange.startsWith(`bytes ${start}-`)) {
        (Body as Readable).destroy();
        throw explain(
          'refused',
          new Error(`The store gave ${ContentRange} of ${Key} instead of ${start}-${end}.`),
        );
      }
      return Body as Readable;
    },
    /** False when there is nothing to copy. */
    async copy(from: string, to: string, isLocked = false): Promise<boolean> {
      const size = (await inspect(from))?.size;
      if (size === undefined) return false;
      if (size <= copyBytes) {
        const command = new CopyObjectCommand({
          Bucket,
          Key: to,
          CopySource: `${Bucket}/${from}`,
          ...kept(isLocked),
        });
        return (await unlessMissing(client.send(command))) !== null;
      }
      const upload = await beginUpload(to, isLocked);
      try {
        for (let start = 0; start < size; start += copyBytes)
          await upload.copy(from, { start, end: Math.min(size, start + copyBytes) - 1 });
        await upload.complete();
      } catch (error) {
        await upload.abort();
        throw error;
      }
      return true;
    },
    /** Nothing to delete is fine. */
    async remove(Key: string): Promise<void> {
      await unlessMissing(client.send(new DeleteObjectCommand({ Bucket, Key })));
    },
    /** Forgets uploads of parts that nobody completed, begun longer ago than this. */
    async abortUploads(Prefix: string, olderThanMs: number): Promise<void> {
      const before = Date.now() - olderThanMs;
      for (let KeyMarker: string | undefined, UploadIdMarker: string | undefined; ; ) {
        const page = await known(
          client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, KeyMarker, UploadIdMarker })),
        );
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          if ((Initiated?.getTime() ?? 0) <= before)
            await unlessMissing(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
        if (!page.IsTruncated) return;
        KeyMarker = page.NextKeyMarker;
        UploadIdMarker = page.NextUploadIdMarker;
      }
    },
    async headBucket(): Promise<void> {
      await known(client.send(new HeadBucketCommand({ Bucket })));
    },
    close: () => client.destroy(),
  };
}

/** The part of the client's requests that we read. */
interface ClientRequest {
  method: string;
  protocol: string;
  hostname: string;
  port?: number | undefined;
  path: string;
  query?: Record<string, string | string[] | null> | undefined;
  headers: Record<string, string>;
  body?: unknown;
}

function handlerOf(send: SendRequest) {
  return {
    async handle({ method, protocol, hostname, port, path, query = {}, headers, body }: ClientRequest) {
      const asked = Object.entries(query).flatMap(([name, value]) =>
        [value ?? ''].flat().map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`),
      );
      const host = port === undefined ? hostname : `${hostname}:${port}`;
      const url = `${protocol}//${host}${path}${asked.length > 0 ? `?${asked.join('&')}` : ''}`;
      const content = typeof body === 'string' || body instanceof Uint8Array ? body : null;
      const answer = await send({ method, url, headers, body: content });
      return { response: { statusCode: answer.status, headers: answer.headers, body: answer.body } };
    },
  };
}

const DAY_MS = 24 * 3_600_000;

function encryptionHeaders(encryption: ServerEncryption | null) {
  if (encryption === null) return {};
  const keyId = encryption.kind === 'aws:kms' ? encryption.keyId : null;
  return { ServerSideEncryption: encryption.kind, ...(keyId !== null && { SSEKMSKeyId: keyId }) };
}

function lockHeaders({ mode, days }: ObjectLock) {
  return {
    ObjectLockMode: mode === 'governance' ? ('GOVERNANCE' as const) : ('COMPLIANCE' as const),
    ObjectLockRetainUntilDate: new Date(Date.now() + days * DAY_MS),
  };
}

const md5Of = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64');

/** The time is told without its fractions. */
const changedAt = ({ LastModified }: { LastModified?: Date | undefined }): Date =>
  new Date((LastModified ?? new Date()).getTime() + 1_000);

function nullIfMissing(error: unknown): null {
  const name = error instanceof S3ServiceException ? error.name : '';
  if (['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(name)) return null;
  throw error;
}

function faultOf(error: unknown): BucketFault {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === 507 || (error as Error).name === 'XMinioStorageFull') return 'full';
  return status === undefined || status >= 500 || status === 429 ? 'away' : 'refused';
}
