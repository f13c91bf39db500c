import { S3ServiceException } from '@aws-sdk/client-s3';
import { openS3Store, type S3StoreOptions } from './s3-store.ts';

const REFUSALS: Readonly<Record<number, string>> = {
  301: 'it is in another region than BASALT_S3_REGION says.',
  400: 'the store does not understand BASALT_S3_REGION or the access key.',
  401: 'the store does not know the access key.',
  403: 'the access key may not use it, or its secret is another one.',
  404: 'the store has no bucket of this name.',
};

/** Why a bucket refuses us, as the end of a sentence. Null: it takes us, or nobody can tell now. */
export async function checkBucket(options: S3StoreOptions): Promise<string | null> {
  const store = openS3Store(options);
  try {
    await store.headBucket();
    return null;
  } catch (error) {
    const { cause } = error as Error;
    const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
    return REFUSALS[status ?? 0] ?? null;
  } finally {
    store.close();
  }
}
