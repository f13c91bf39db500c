import { S3ServiceException } from '@aws-sdk/client-s3';

const OTHER_REGION = 'the bucket is in another region than is set.';

/** What stores call their refusals. */
const BY_NAME: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'the store does not know the access key.',
  SignatureDoesNotMatch: 'the secret key is not the one of the access key.',
  AccessDenied: 'the access key may not do that there.',
  AllAccessDisabled: 'the store has closed this account.',
  ExpiredToken: 'the access key has expired.',
  RequestTimeTooSkewed: "the clock of this machine and the store's are too far apart.",
  NoSuchBucket: 'the store has no bucket of this name.',
  NoSuchKey: 'what was written there is gone.',
  PermanentRedirect: OTHER_REGION,
  AuthorizationHeaderMalformed: OTHER_REGION,
  IllegalLocationConstraintException: OTHER_REGION,
  EntityTooLarge: 'an object is larger than it takes.',
  NotImplemented: 'it does not know something that is set: server-side encryption, or a lock of objects.',
  ServerSideEncryptionConfigurationNotFoundError: 'it does not offer the encryption that is set.',
  ObjectLockConfigurationNotFoundError: 'the bucket was made without object lock, and a lock is set.',
  InvalidBucketState: 'the bucket was made without object lock, and a lock is set.',
};

const BY_STATUS: Readonly<Record<number, string>> = {
  301: OTHER_REGION,
  400: 'the store does not understand the region or the access key.',
  401: 'the store does not know the access key.',
  403: 'the access key may not use it, or its secret is another one.',
  404: 'the store has no bucket of this name.',
};

/** Why there is no answer. */
const BY_CODE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'nothing is known under the name of its address.',
  EAI_AGAIN: 'the name of its address cannot be looked up now.',
  ECONNREFUSED: 'nothing listens at its address.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself, which this machine does not trust.',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by somebody whom this machine does not trust.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by somebody whom this machine does not trust.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is signed by somebody whom this machine does not trust.',
  CERT_HAS_EXPIRED: 'its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another name.',
  EPROTO: 'it does not speak TLS.',
};

/** Why a store refuses what it is asked for, as the end of a sentence. Null: nobody can tell. */
export function whyRefused(error: unknown): string | null {
  if (!(error instanceof S3ServiceException)) return null;
  const { name, $metadata } = error;
  if (name.startsWith('KMS')) return 'it cannot use the key that it is to encrypt with.';
  if (name === 'InvalidRequest' && /object.?lock/i.test(error.message))
    return BY_NAME.ObjectLockConfigurationNotFoundError ?? null;
  return (Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : BY_STATUS[$metadata.httpStatusCode ?? 0]) ?? null;
}

/** Why a store cannot be reached, as the end of a sentence. Null: it can, or nobody can tell. */
export function whyAway(error: unknown): string | null {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return (Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : null) ?? null;
}
