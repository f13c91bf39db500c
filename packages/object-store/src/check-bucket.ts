import { S3ServiceException } from '@aws-sdk/client-s3';
import { type BucketOptions, openBucket } from './bucket.ts';

const REFUSALS: Readonly<Record<number, string>> = {
  301: 'it is in another region than is said.',
  400: 'the store does not understand the region or the access key.',
  401: 'the store does not know the access key.',
  403: 'the access key may not use it, or its secret is another one.',
  404: 'the store has no bucket of this name.',
};

/** Why a bucket refuses us, as the end of a sentence. Null: it takes us, or nobody can tell now. */
export async function checkBucket(options: BucketOptions): Promise<string | null> {
  const bucket = openBucket(options);
  try {
    await bucket.headBucket();
    return null;
  } catch (error) {
    const { cause } = error as Error;
    const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
    return REFUSALS[status ?? 0] ?? null;
  } finally {
    bucket.close();
  }
}
