export {
  type Bucket,
  type BucketFault,
  type BucketOptions,
  type ObjectLock,
  openBucket,
  type SendRequest,
  type ServerEncryption,
} from './bucket.ts';
export { checkBucket } from './check-bucket.ts';
export { eachAtOnce } from './each-at-once.ts';
export { readBytes } from './read-bytes.ts';
export { whyAway, whyRefused } from './why-refused.ts';
export { writeStream } from './write-stream.ts';
