import { StorageError, storageStatus } from '../../errors/storage-error.ts';
import { toStorageError } from '../../errors/to-storage-error.ts';

/** Codes of the protocol that the rest of storage does not know, with their status. */
const STATUS = {
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InvalidArgument: 400,
  InvalidDigest: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidPolicyDocument: 400,
  InvalidURI: 400,
  MalformedPOSTRequest: 400,
  MalformedXML: 400,
  MissingSecurityHeader: 400,
  XAmzContentSHA256Mismatch: 400,
  AccessDenied: 403,
  InvalidAccessKeyId: 403,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  NoSuchUpload: 404,
  MethodNotAllowed: 405,
  BucketAlreadyExists: 409,
  BucketNotEmpty: 409,
  MissingContentLength: 411,
  PreconditionFailed: 412,
  NotImplemented: 501,
  ServiceUnavailable: 503,
} as const;

export type S3ErrorCode = keyof typeof STATUS;

/** What the protocol refuses. The message is for the developer of the client. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: S3ErrorCode;
  /** Further elements of the answer, such as the region that was expected. */
  readonly details: Readonly<Record<string, string>>;

  constructor(code: S3ErrorCode, message: string, details: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export interface S3Refusal {
  status: number;
  code: string;
  message: string;
  details: Readonly<Record<string, string>>;
}

/** Codes of storage that S3 has another name for. */
const RENAMED: Readonly<Record<string, string>> = {
  InvalidMimeType: 'InvalidRequest',
  InvalidParameter: 'InvalidArgument',
  DatabaseTimeout: 'ServiceUnavailable',
  InsufficientStorage: 'ServiceUnavailable',
};

/** Where S3 has another status than the rest of storage. */
const OTHER_STATUS: Readonly<Record<string, number>> = { DatabaseTimeout: 503, RequestTimeout: 400 };

/** Any failure as the protocol tells it, with its true status. Null: a defect, of which the client learns nothing. */
export function describeS3Error(error: unknown): S3Refusal | null {
  if (error instanceof S3Error) {
    const { code, message, details } = error;
    return { status: STATUS[code], code, message, details };
  }
  const known = toStorageError(error);
  if (known === null || known.code === 'InternalError') return null;
  return {
    status: OTHER_STATUS[known.code] ?? storageStatus(known),
    code: RENAMED[known.code] ?? known.code,
    message: known.message,
    details: {},
  };
}

export const invalidArgument = (message: string) => new S3Error('InvalidArgument', message);
export const notImplemented = () =>
  new S3Error('NotImplemented', 'A header or parameter asks for something that is not offered.');
export const noSuchUpload = () =>
  new S3Error('NoSuchUpload', 'There is no such upload. It may have been completed, aborted, or too old.');
export const accessDenied = (message = 'Access Denied') => new StorageError('AccessDenied', message);
