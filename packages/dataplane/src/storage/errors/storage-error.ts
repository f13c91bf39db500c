/** Codes of errors as the public ecosystem names them, with their status and the older label that clients still read. */
const KINDS = {
  NoSuchBucket: { status: 404, label: 'Bucket not found' },
  NoSuchKey: { status: 404, label: 'not_found' },
  NoSuchUpload: { status: 404, label: 'not_found' },
  InvalidRequest: { status: 400, label: 'InvalidRequest' },
  MissingParameter: { status: 400, label: 'MissingParameter' },
  InvalidParameter: { status: 400, label: 'InvalidParameter' },
  InvalidRange: { status: 416, label: 'InvalidRange' },
  InvalidBucketName: { status: 400, label: 'Invalid Input' },
  InvalidKey: { status: 400, label: 'InvalidKey' },
  InvalidSignature: { status: 400, label: 'InvalidSignature' },
  InvalidUploadSignature: { status: 400, label: 'InvalidSignature' },
  ExpiredToken: { status: 400, label: 'InvalidJWT' },
  RequestTimeout: { status: 408, label: 'RequestTimeout' },
  EntityTooLarge: { status: 413, label: 'Payload too large' },
  InvalidMimeType: { status: 415, label: 'invalid_mime_type' },
  ResourceAlreadyExists: { status: 409, label: 'Duplicate' },
  ResourceNotEmpty: { status: 409, label: 'InvalidRequest' },
  FeatureNotEnabled: { status: 409, label: 'FeatureNotEnabled' },
  AccessDenied: { status: 403, label: 'Unauthorized' },
  ResourceLocked: { status: 423, label: 'ResourceLocked' },
  OffsetMismatch: { status: 409, label: 'TusError' },
  UploadExpired: { status: 410, label: 'TusError' },
  UnsupportedTusVersion: { status: 412, label: 'TusError' },
  InvalidUploadType: { status: 415, label: 'TusError' },
  /** A status of the protocol for resumable uploads. */
  ChecksumMismatch: { status: 460, label: 'TusError' },
  SlowDown: { status: 503, label: 'SlowDown' },
  DatabaseTimeout: { status: 544, label: 'DatabaseTimeout' },
  InsufficientStorage: { status: 507, label: 'InsufficientStorage' },
  InternalError: { status: 500, label: 'Internal' },
} as const;

export type StorageErrorCode = keyof typeof KINDS;

/** What the service refuses. The message is for the developer of the client. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The true status, which protocols other than the older one answer with. */
export const storageStatus = ({ code }: StorageError): number => KINDS[code].status;

export interface StorageRefusal {
  /** Of the HTTP answer: what the caller did wrong is 400, whatever the body says, but for sizes, ranges, rates and time. */
  httpStatus: number;
  body: { statusCode: string; error: string; code: string; message: string };
}

export function describeError({ code, message }: StorageError): StorageRefusal {
  const { status, label } = KINDS[code];
  return {
    httpStatus: httpStatus(status),
    body: { statusCode: String(status), error: label, code, message },
  };
}

const TRUE_STATUS: ReadonlySet<number> = new Set([408, 413, 416, 429]);

/** 544 is no status that HTTP knows, so clients and proxies get 500 for it. */
function httpStatus(status: number): number {
  if (status >= 500) return status === 544 ? 500 : status;
  return TRUE_STATUS.has(status) ? status : 400;
}

export const noSuchBucket = () => new StorageError('NoSuchBucket', 'Bucket not found');
export const noSuchKey = () => new StorageError('NoSuchKey', 'Object not found');
export const noSuchUpload = () => new StorageError('NoSuchUpload', 'Upload not found');
export const tooLarge = () =>
  new StorageError('EntityTooLarge', 'The object exceeded the maximum allowed size');
