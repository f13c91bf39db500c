import type { ApiClient } from './api-client.ts';
import { newBackupKey } from './operators-door.ts';
import { clientOf, keysOf } from './project-api.ts';
import type { Basalt } from './start-basalt.ts';

const region = 'eu-central-1';

/** A store that speaks the S3 protocol, with the buckets `objects` and `backups`: a project of another Basalt. */
export interface BucketStore {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** What {@link environment} encrypts backups with. */
  backupKey: string;
  /** Settings of a Basalt that keeps objects and, below `of/us/`, backups there. */
  environment: Record<string, string>;
}

/** @param mostBytes how large one object may be */
export async function makeBucketStore(
  api: ApiClient,
  basalt: Basalt,
  name: string,
  mostBytes = 50_000_000,
): Promise<BucketStore> {
  const { ref } = await api.createProject(name, { region });
  await api.request('PATCH', `/v1/projects/${ref}/config/storage`, { fileSizeLimit: mostBytes });
  const keys = await keysOf(api, basalt, ref);
  for (const bucket of ['objects', 'backups'])
    await clientOf(keys.url, keys.secret).storage.createBucket(bucket);
  const { body } = await api.request('POST', `/platform/storage/${ref}/credentials`, {
    description: 'Another Basalt',
  });
  const { access_key: accessKeyId, secret_key: secretAccessKey } = body.data;
  const endpoint = `${keys.url}/storage/v1/s3`;
  const backupKey = await newBackupKey();
  const settings = (group: string, bucket: string) => ({
    [`${group}_ENDPOINT`]: endpoint,
    [`${group}_BUCKET`]: bucket,
    [`${group}_REGION`]: region,
    [`${group}_ACCESS_KEY`]: accessKeyId,
    [`${group}_SECRET_KEY`]: secretAccessKey,
  });
  const environment = {
    ...settings('BASALT_S3', 'objects'),
    ...settings('BASALT_BACKUPS_S3', 'backups'),
    BASALT_BACKUPS_S3_PREFIX: 'of/us/',
    BASALT_BACKUPS_KEY: backupKey,
  };
  return { endpoint, region, accessKeyId, secretAccessKey, backupKey, environment };
}
