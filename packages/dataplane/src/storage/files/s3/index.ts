export { openS3Files } from './s3-object-files.ts';
