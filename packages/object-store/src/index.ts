export { type Bucket, type BucketFault, type BucketOptions, openBucket } from './bucket.ts';
export { checkBucket } from './check-bucket.ts';
export { eachAtOnce } from './each-at-once.ts';
export { readBytes } from './read-bytes.ts';
export { writeStream } from './write-stream.ts';
