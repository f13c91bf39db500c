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
import { StorageError } from '../../errors/storage-error.ts';
import type { ByteRange } from '../../rules/ranges.ts';
import type { VersionState } from '../object-files.ts';

export interface S3StoreOptions {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Bytes of a part. Only tests say so. */
  pieceBytes?: number;
  /** Larger objects are copied in parts of this size. Only tests say so. */
  copyBytes?: number;
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

/** The few operations that objects need, of one bucket. What fails is a {@link StorageError}. */
export type S3Store = ReturnType<typeof openS3Store>;

export function openS3Store(options: S3StoreOptions) {
  const { endpoint, bucket: Bucket, region, accessKey, secretKey, copyBytes = COPY_BYTES } = options;
  const agent = { keepAlive: true, maxSockets: CONNECTIONS };
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    // Not every store knows the newer checksums; all of them check Content-MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
    },
  });

  async function inspect(Key: string): Promise<VersionState | null> {
    const answer = await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key })));
    if (answer === null) return null;
    // The time is told without its fractions.
    const changedAt = new Date((answer.LastModified ?? new Date()).getTime() + 1_000);
    return { size: answer.ContentLength ?? 0, changedAt };
  }

  async function beginUpload(Key: string) {
    const { UploadId } = await known(client.send(new CreateMultipartUploadCommand({ Bucket, Key })));
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
  async function* list(Prefix: string): AsyncGenerator<string[]> {
    for (let ContinuationToken: string | undefined; ; ) {
      const page = await known(client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })));
      yield (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
      if (!page.IsTruncated) return;
      ContinuationToken = page.NextContinuationToken;
    }
  }

  return {
    inspect,
    beginUpload,
    list,
    async put(Key: string, Body: Buffer): Promise<void> {
      await known(client.send(new PutObjectCommand({ Bucket, Key, Body, ContentMD5: md5Of(Body) })));
    },
    async read(Key: string, { start, end }: ByteRange): Promise<AsyncIterable<Buffer>> {
      const command = new GetObjectCommand({ Bucket, Key, Range: `bytes=${start}-${end}` });
      const { Body } = await known(client.send(command));
      return Body as Readable;
    },
    /** False when there is nothing to copy. */
    async copy(from: string, to: string): Promise<boolean> {
      const size = (await inspect(from))?.size;
      if (size === undefined) return false;
      if (size <= copyBytes) {
        const command = new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` });
        return (await unlessMissing(client.send(command))) !== null;
      }
      const upload = await beginUpload(to);
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

const md5Of = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64');

async function unlessMissing<Answer>(sent: Promise<Answer>): Promise<Answer | null> {
  return sent.catch((error: unknown) => {
    const name = error instanceof S3ServiceException ? error.name : '';
    if (['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(name)) return null;
    throw explained(error);
  });
}

async function known<Answer>(sent: Promise<Answer>): Promise<Answer> {
  return sent.catch((error: unknown) => {
    throw explained(error);
  });
}

/** Of whom it is the fault: the store is away for now, it has no room, or it refuses what we ask for. */
function explained(error: unknown): StorageError {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === 507 || (error as Error).name === 'XMinioStorageFull')
    return new StorageError(
      'InsufficientStorage',
      'The object was not stored, because the store of objects has no room left.',
      { cause: error },
    );
  if (status === undefined || status >= 500 || status === 429)
    return new StorageError('SlowDown', 'The store of objects does not answer. Try again in a moment.', {
      cause: error,
    });
  return new StorageError(
    'InternalError',
    'The store of objects refused the request. The log of the server says why.',
    { cause: error },
  );
}
