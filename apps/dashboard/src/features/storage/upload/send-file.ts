import { DetailedError, Upload } from 'tus-js-client';
import { resumeMemory } from './resume-memory.ts';
import type { UploadItem } from './upload-queue.ts';

/** Bytes of one request. What it carries is lost when the line breaks. */
const PART = 6 * 1024 * 1024;
/** Milliseconds before each attempt to go on after a break. */
const PATIENCE = [0, 1_000, 3_000, 5_000, 10_000];
/** The right to upload lasts two hours; a fresh one is asked for in time. In milliseconds. */
const RIGHT_LASTS = 90 * 60_000;

export interface UploadRight {
  endpoint: string;
  token: string;
}

interface SendOptions {
  /** Stops it; the server keeps what it has. */
  signal: AbortSignal;
  right: UploadRight;
  renewRight: () => Promise<UploadRight>;
  onSent: (bytes: number) => void;
  onDone: () => void;
  onFailed: (problem: string) => void;
}

/**
 * Sends a file straight to the project, in parts, and goes on where an earlier attempt stopped.
 * @returns once it has begun, what stops it and makes the server throw away what it has.
 * @throws when it was stopped before it began: nothing is sent then
 */
export async function sendFile(
  { ref, bucket, path, file }: UploadItem,
  { signal, right, renewRight, onSent, onDone, onFailed }: SendOptions,
): Promise<() => void> {
  let { token } = right;
  let age = Date.now();
  const upload = new Upload(file, {
    endpoint: right.endpoint,
    chunkSize: PART,
    retryDelays: PATIENCE,
    metadata: {
      bucketName: bucket,
      objectName: path,
      contentType: file.type || 'application/octet-stream',
      cacheControl: '3600',
    },
    urlStorage: resumeMemory,
    fingerprint: async () => `${ref}/${bucket}/${path}:${file.size}:${file.lastModified}`,
    removeFingerprintOnSuccess: true,
    onBeforeRequest: async (request) => {
      if (Date.now() - age > RIGHT_LASTS) {
        token = (await renewRight()).token;
        age = Date.now();
        // Stopped meanwhile: only what throws the parts away is still sent.
        if (request.getMethod() !== 'DELETE') signal.throwIfAborted();
      }
      request.setHeader('x-signature', token);
    },
    onProgress: onSent,
    onSuccess: onDone,
    onError: (error) => onFailed(problemOf(error)),
  });
  const [former] = await upload.findPreviousUploads();
  if (former !== undefined) upload.resumeFromPreviousUpload(former);
  signal.throwIfAborted();
  signal.addEventListener('abort', () => void upload.abort());
  upload.start();
  return () => void upload.abort(true).catch(() => {});
}

/** What the project's storage said, as a sentence. */
function problemOf(error: Error): string {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined;
  try {
    const { message } = JSON.parse(body ?? '') as { message?: unknown };
    if (typeof message === 'string' && message !== '')
      return `${message.charAt(0).toUpperCase()}${message.slice(1)}`.replace(/([^.!?])$/, '$1.');
  } catch {
    // No answer came, or none of ours.
  }
  return 'The connection broke. What has arrived is kept: try again to go on.';
}
