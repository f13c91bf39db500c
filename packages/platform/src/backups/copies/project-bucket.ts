import type { BackupBucket, BackupBucketInput } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor, ProjectBucket } from '../../kernel/ports.ts';
import type { BackupBucketRow } from '../../kernel/schema.ts';
import { assertOwnCluster } from '../../projects/own-cluster.ts';
import { permittedProject } from '../../projects/permitted-project.ts';

type Parts = Pick<Dependencies, 'db' | 'secrets' | 'backupCopies'>;

/** The bucket that a project has named for copies of its backups, without its secret; null: none. @throws PlatformError `not_found`, `forbidden` */
export async function readBucket(
  { db }: Pick<Parts, 'db'>,
  actor: Actor,
  ref: string,
): Promise<BackupBucket | null> {
  const { project } = await permittedProject(db, actor, ref, 'back_up');
  assertOwnCluster(project, 'No bucket can be named here');
  const row = await rowOf(db, project.id);
  return row && presentBucket(row);
}

/**
 * Names the bucket, once it has been tried. Everything that is kept goes there; into the same bucket under another access key only what it
 * lacks.
 * @throws PlatformError `not_found`, `forbidden`; `bad_request` for a bucket that refuses us
 */
export async function setBucket(
  { db, secrets, backupCopies }: Parts,
  actor: Actor,
  { ref, ...input }: BackupBucketInput & { ref: string },
): Promise<BackupBucket> {
  const { project } = await permittedProject(db, actor, ref, 'back_up');
  assertOwnCluster(project, 'No bucket can be named here');
  const before = await rowOf(db, project.id);
  const isSame = before !== null && isSamePlace(before, input);
  // A secret is never sent to an address that it was not given for.
  const known = isSame ? secrets.open(before.sealed_secret_key) : null;
  const secretKey = input.secret_key ?? known;
  if (secretKey === null)
    throw new PlatformError('bad_request', 'Give the secret key of the access key.', {
      field: 'secret_key',
    });
  const values = {
    endpoint: input.endpoint,
    region: input.region,
    bucket: input.bucket,
    prefix: input.prefix,
    access_key: input.access_key,
    sealed_secret_key: secrets.seal(secretKey),
    encryption: input.encryption?.kind ?? null,
    encryption_key: input.encryption?.kind === 'aws:kms' ? input.encryption.key_id : null,
    lock_mode: input.lock?.mode ?? null,
    lock_days: input.lock?.days ?? null,
    updated_at: new Date(),
  };
  const bucket = toBucket(values, secretKey);
  const refusal = await backupCopies.check(bucket);
  if (refusal !== null) throw new PlatformError('bad_request', `The bucket cannot be used: ${refusal}`);
  const row = await db
    .insertInto('backup_buckets')
    .values({ project_id: project.id, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!isSame) await backupCopies.unfollow(ref);
  await backupCopies.follow(ref, bucket);
  return presentBucket(row);
}

/** The project's backups are copied no longer. What is in the bucket stays there. @throws PlatformError `not_found`, `forbidden` */
export async function removeBucket({ db, backupCopies }: Parts, actor: Actor, ref: string): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'back_up');
  assertOwnCluster(project, 'No bucket can be named here');
  await db.deleteFrom('backup_buckets').where('project_id', '=', project.id).execute();
  await backupCopies.unfollow(ref);
}

/** Goes on with all copies. Before anything is kept that they would miss. */
export async function followAll({
  db,
  secrets,
  backupCopies,
  log,
}: Parts & Pick<Dependencies, 'log'>): Promise<void> {
  const rows = await db
    .selectFrom('backup_buckets')
    .innerJoin('projects', 'projects.id', 'backup_buckets.project_id')
    .selectAll('backup_buckets')
    .select('projects.ref')
    .execute();
  for (const row of rows)
    try {
      await backupCopies.follow(row.ref, toBucket(row, secrets.open(row.sealed_secret_key)));
    } catch (error) {
      log('error', { err: error, ref: row.ref }, 'the backups of a project are not copied to its bucket');
    }
}

async function rowOf(db: Parts['db'], projectId: number): Promise<BackupBucketRow | null> {
  const row = await db
    .selectFrom('backup_buckets')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
}

type Place = Pick<BackupBucketRow, 'endpoint' | 'bucket' | 'prefix'>;

function isSamePlace(one: Place, other: Place): boolean {
  return one.endpoint === other.endpoint && one.bucket === other.bucket && one.prefix === other.prefix;
}

type Columns = Omit<BackupBucketRow, 'project_id' | 'sealed_secret_key' | 'updated_at'>;

function toBucket(row: Columns, secretKey: string): ProjectBucket {
  const { endpoint, region, bucket, prefix, access_key: accessKey, encryption, lock_mode, lock_days } = row;
  return {
    ...{ endpoint, region, bucket, prefix, accessKey, secretKey },
    encryption:
      encryption === 'aws:kms'
        ? { kind: encryption, keyId: row.encryption_key }
        : encryption && { kind: encryption },
    lock: lock_mode !== null && lock_days !== null ? { mode: lock_mode, days: lock_days } : null,
  };
}

function presentBucket(row: BackupBucketRow): BackupBucket {
  const { endpoint, region, bucket, prefix, access_key, encryption, lock_mode, lock_days } = row;
  return {
    ...{ endpoint, region, bucket, prefix, access_key },
    encryption:
      encryption === 'aws:kms'
        ? { kind: encryption, key_id: row.encryption_key }
        : encryption && { kind: encryption },
    lock: lock_mode !== null && lock_days !== null ? { mode: lock_mode, days: lock_days } : null,
    updated_at: row.updated_at.toISOString(),
  };
}
