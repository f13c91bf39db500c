import { randomUUID } from 'node:crypto';
import { type Bucket, type BucketOptions, openBucket } from './bucket.ts';
import { readBytes } from './read-bytes.ts';
import { whyRefused } from './why-refused.ts';

/**
 * Why a bucket refuses us, as the end of a sentence. Null: it takes us, or nobody can tell now.
 * @param trial what the key of an object begins with that is written, read, listed and deleted on trial. Default: nothing is tried
 * @param whenAway what is said of one that gives no answer that says why
 */
export async function checkBucket(
  options: BucketOptions,
  trial?: string,
  whenAway: string | null = null,
): Promise<string | null> {
  const bucket = openBucket(options);
  try {
    if (trial !== undefined) return await tryBucket(bucket, `${trial}${randomUUID()}`);
    // Its answer has no words: only its status tells why.
    await bucket.headBucket();
    return null;
  } catch (error) {
    return whyRefused((error as Error).cause) ?? whenAway;
  } finally {
    bucket.close();
  }
}

async function tryBucket(bucket: Bucket, key: string): Promise<string | null> {
  const content = Buffer.from('written on trial');
  await bucket.put(key, content);
  try {
    const found: Buffer[] = [];
    for await (const chunk of readBytes(bucket, key, { start: 0, end: content.length - 1 }))
      found.push(chunk);
    if (!Buffer.concat(found).equals(content))
      return 'what was written on trial came back as something else.';
    for await (const page of bucket.list(key))
      if (page.some((object) => object.key === key)) return await deleted(bucket, key);
    return 'what was written on trial is in no list.';
  } catch (error) {
    await bucket.remove(key).catch(() => {});
    throw error;
  }
}

async function deleted(bucket: Bucket, key: string): Promise<string | null> {
  await bucket.remove(key);
  return (await bucket.inspect(key)) === null ? null : 'what was deleted on trial is still there.';
}
