export { checkBucket } from './check-bucket.ts';
export { openS3Files } from './s3-object-files.ts';
