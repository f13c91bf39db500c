/** What a program needs to reach a project's storage over the S3 protocol. */
export interface S3Access {
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Ready to be pasted; each reads the two keys from the place where its program looks for them. */
export const S3_SNIPPETS = {
  'AWS CLI': ({ endpoint, region, accessKey, secretKey }: S3Access) =>
    `export AWS_ACCESS_KEY_ID=${accessKey}
export AWS_SECRET_ACCESS_KEY=${secretKey}
aws s3 ls --endpoint-url ${endpoint} --region ${region}`,
  rclone: ({ endpoint, region, accessKey, secretKey }: S3Access) =>
    `[basalt]
type = s3
provider = Other
endpoint = ${endpoint}
region = ${region}
access_key_id = ${accessKey}
secret_access_key = ${secretKey}
force_path_style = true`,
  JavaScript: ({ endpoint, region, accessKey, secretKey }: S3Access) =>
    `import { S3Client } from '@aws-sdk/client-s3';

const s3 = new S3Client({
  endpoint: '${endpoint}',
  region: '${region}',
  forcePathStyle: true,
  credentials: {
    accessKeyId: '${accessKey}',
    secretAccessKey: '${secretKey}',
  },
});`,
} as const;
export type S3Program = keyof typeof S3_SNIPPETS;
