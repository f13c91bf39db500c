import { oc } from '@orpc/contract';
import * as z from 'zod';
import { moment, projectRef } from '../shared/names.ts';

const byRef = z.object({ ref: projectRef });
const unixSeconds = z.number().int();

/** Why a backup was taken. */
/** `origin`: what the database was made of, recorded when the project was created. */
export const BACKUP_REASONS = ['schedule', 'manual', 'first', 'upgrade', 'restore', 'origin'] as const;
export const BACKUP_STATES = ['running', 'done', 'failed'] as const;

/** A whole copy of the database's files, from which recovery to any later moment starts. */
export const backup = z.object({
  id: z.number().int(),
  reason: z.enum(BACKUP_REASONS),
  state: z.enum(BACKUP_STATES),
  /** Why it failed, for people. */
  error: z.string().nullable(),
  postgres_engine: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** As stored, compressed. */
  stored_bytes: z.number().nullable(),
  /** Of the data directory. */
  data_bytes: z.number().nullable(),
  /** When it was last restored into a scratch cluster and read to the end; null: never yet. */
  verified_at: z.string().nullable(),
  /** What was wrong when it was last verified; null: nothing. */
  verify_error: z.string().nullable(),
});
export type Backup = z.infer<typeof backup>;

/** A former database of the project, kept until somebody confirms that it is not needed. */
export const keptDatabase = z.object({
  id: z.string(),
  /** What replaced it. */
  reason: z.enum(['restore', 'upgrade', 'return']),
  postgres_engine: z.string(),
  created_at: z.string(),
  disk_bytes: z.number(),
});
export type KeptDatabase = z.infer<typeof keptDatabase>;

/** A moment with a name, to which the project can be put back. */
export const restorePoint = z.object({
  name: z.string(),
  at: z.string(),
  /** `pending`: the archive does not reach it yet; `removed`: it is not kept any more. */
  state: z.enum(['pending', 'available', 'removed']),
});
export type RestorePoint = z.infer<typeof restorePoint>;

/** One of the places where backups of a project are kept. */
export const backupPlace = z.object({
  /** `folder`: on the machine itself; `own_bucket`: one that the project named, which follows the others. */
  kind: z.enum(['folder', 'bucket', 'own_bucket']),
  free_bytes: z.number().nullable(),
  /** False while an older part of what is kept is not there: it is still being copied, or has no room. */
  is_complete: z.boolean(),
  /** Since when it lacks changes that the other place has; null: it has them all. */
  behind_since: z.string().nullable(),
  /** Why, for people. */
  problem: z.string().nullable(),
});
export type BackupPlace = z.infer<typeof backupPlace>;

/** Everything the backup page shows. */
export const backupOverview = z.object({
  backups: z.array(backup),
  kept_databases: z.array(keptDatabase),
  /** Newest first, the newest 200. */
  restore_points: z.array(restorePoint),
  schedule: z.object({
    enabled: z.boolean(),
    /** Time of day in UTC, `HH:MM`. */
    time: z.string(),
    retention_days: z.number().int(),
    /** What the organization's plan gives when nothing else is set. */
    plan_retention_days: z.number().int(),
    next_at: z.string().nullable(),
  }),
  pitr: z.object({
    enabled: z.boolean(),
    /** Both edges of what can be restored without a gap; null while there is nothing. */
    earliest: z.string().nullable(),
    latest: z.string().nullable(),
    /** What is wrong with the archive of changes, for people; null: nothing. */
    problem: z.string().nullable(),
    /** Since when. */
    failing_since: z.string().nullable(),
  }),
  stored_bytes: z.object({ base: z.number(), wal: z.number() }),
  /** Of the disk that backups are on; null where nobody can tell. */
  free_bytes: z.number().nullable(),
  /** The first one is read from. */
  places: z.array(backupPlace),
});
export type BackupOverview = z.infer<typeof backupOverview>;

/** The backups of a project whose server is in Kubernetes, as they are there. */
export const kubernetesBackups = z.object({
  /** When they are made by themselves: six fields of cron that begin with the second. Null: there is nowhere to keep any. */
  schedule: z.string().nullable(),
  /** Newest first. */
  backups: z.array(
    z.object({
      id: z.number().int(),
      /** Of its object in Kubernetes. */
      name: z.string(),
      state: z.enum(BACKUP_STATES),
      /** Why it failed, for people. */
      error: z.string().nullable(),
      is_scheduled: z.boolean(),
      /** Whether a project can be made of it. */
      is_restorable: z.boolean(),
      /** Of the server then; null: Kubernetes does not say. */
      postgres_engine: z.string().nullable(),
      started_at: z.string().nullable(),
      finished_at: z.string().nullable(),
    }),
  ),
  /** Both edges of the moments that a project can be made of; null while there is none. */
  earliest: z.string().nullable(),
  latest: z.string().nullable(),
});
export type KubernetesBackups = z.infer<typeof kubernetesBackups>;

/** A database written out as SQL, or a project's objects, for download. */
export const backupFile = z.object({
  id: z.string(),
  /** `sql`: a .sql.gz that psql restores; `storage`: the objects of storage as .tar. */
  kind: z.enum(['sql', 'storage']),
  /** The backup it was made from; null: the database as it was then. */
  backup_id: z.number().int().nullable(),
  state: z.enum(['running', 'ready', 'failed']),
  error: z.string().nullable(),
  /** What is being done and how far it is. */
  progress: z
    .object({ text: z.string(), done_bytes: z.number(), total_bytes: z.number().nullable() })
    .nullable(),
  bytes: z.number().nullable(),
  created_at: z.string(),
  /** When the file is deleted. */
  expires_at: z.string().nullable(),
  /** Set when it is ready. Opening it needs the same permission as making it. */
  fileUrl: z.string().nullable(),
});
export type BackupFile = z.infer<typeof backupFile>;

/** How far the archive of a project's objects is. */
export const storageArchive = z.object({
  fileStatus: backupFile.shape.state,
  fileUrl: backupFile.shape.fileUrl,
  error: backupFile.shape.error,
  progress: backupFile.shape.progress,
});
export type StorageArchive = z.infer<typeof storageArchive>;

const lengthOf = (least: number, most: number) => z.string().min(least).max(most);
const withoutSpaces = lengthOf(1, 500).regex(/^\S+$/, 'must not contain spaces');
const serverEncryption = z.union([
  z.object({ kind: z.literal('AES256') }),
  z.object({
    kind: z.literal('aws:kms'),
    /** Null: the usual key of the key service. */
    key_id: z
      .string()
      .regex(/^\S{1,2048}$/, 'must be the name of a key, without spaces')
      .nullable(),
  }),
]);
const bucketPlace = {
  endpoint: lengthOf(1, 500).regex(
    /^https?:\/\/[^/?#@\s]+\/?[^?#\s]*$/,
    'must be a web address, such as https://s3.example.com',
  ),
  region: z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be the name of a region, such as us-east-1'),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  /** What the keys begin with. Below it, everything is under the reference of the project. */
  prefix: z
    .string()
    .regex(
      /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}\/){0,8}$/,
      'must be names, each followed by a slash, such as backups/',
    ),
  access_key: withoutSpaces,
  /** How the store is to encrypt it; null: as it does by itself. */
  encryption: serverEncryption.nullable(),
  /** How long the store lets nobody change it; null: it is not locked. */
  lock: z
    .object({ mode: z.enum(['governance', 'compliance']), days: z.number().int().min(1).max(3_650) })
    .nullable(),
};

/** A bucket that the people of a project name for copies of its backups. */
export const backupBucket = z.object({ ...bucketPlace, updated_at: z.string() });
export type BackupBucket = z.infer<typeof backupBucket>;

export const backupBucketInput = z.object({
  ...bucketPlace,
  /** May be left out where only something else changes. */
  secret_key: withoutSpaces.optional(),
});
export type BackupBucketInput = z.infer<typeof backupBucketInput>;

const started = z.object({ operation_id: z.string() });
const newProject = z.object({
  /** Give a name to restore into a new project of the same organization. */
  name: z.string().trim().min(1).max(256),
  db_pass: z.string().min(8).max(256),
});

const v1Backup = z.object({
  id: z.number().int(),
  is_physical_backup: z.boolean(),
  status: z.enum(['COMPLETED', 'FAILED', 'PENDING', 'REMOVED', 'ARCHIVED', 'CANCELLED']),
  inserted_at: z.string(),
});
const v1RestorePoint = z.object({
  name: z.string(),
  status: z.enum(['AVAILABLE', 'PENDING', 'REMOVED', 'FAILED']),
  completed_on: z.string(),
});
const v1Schedule = z.object({ schedule_for: z.string(), updated_at: z.string() });

export const backups = {
  overview: oc
    .route({ method: 'GET', path: '/platform/database/{ref}/backups' })
    .input(byRef)
    .output(backupOverview),
  /** Those of a project in Kubernetes. `conflict`: the project is elsewhere. */
  kubernetes: oc
    .route({ method: 'GET', path: '/platform/database/{ref}/backups/kubernetes' })
    .input(byRef)
    .output(kubernetesBackups),
  /** Takes one now. */
  create: oc.route({ method: 'POST', path: '/platform/database/{ref}/backups' }).input(byRef).output(started),
  remove: oc
    .route({ method: 'DELETE', path: '/platform/database/{ref}/backups/{id}' })
    .input(z.object({ ref: projectRef, id: z.coerce.number().int() }))
    .output(z.object({})),
  /** Restores one into a scratch cluster and reads all of it. Answers at once; `verified_at` tells the end. */
  verify: oc
    .route({ method: 'POST', path: '/platform/database/{ref}/backups/{id}/verify' })
    .input(z.object({ ref: projectRef, id: z.coerce.number().int() }))
    .output(z.object({})),
  setSchedule: oc
    .route({ method: 'PATCH', path: '/platform/database/{ref}/backups/schedule' })
    .input(
      z.object({
        ref: projectRef,
        enabled: z.boolean().optional(),
        time: z
          .string()
          .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:30')
          .optional(),
        /** Null: as the plan says. */
        retention_days: z.number().int().min(1).max(365).nullable().optional(),
      }),
    )
    .output(backupOverview),
  /** The bucket for copies. Null: there is none. */
  bucket: oc
    .route({ method: 'GET', path: '/platform/database/{ref}/backups/bucket' })
    .input(byRef)
    .output(z.object({ bucket: backupBucket.nullable() })),
  /** Tries a bucket, and has everything copied there from then on. */
  setBucket: oc
    .route({ method: 'PUT', path: '/platform/database/{ref}/backups/bucket' })
    .input(backupBucketInput.extend({ ref: projectRef }))
    .output(backupBucket),
  /** Nothing is copied there any more. What is there stays. */
  removeBucket: oc
    .route({ method: 'DELETE', path: '/platform/database/{ref}/backups/bucket' })
    .input(byRef)
    .output(z.object({})),
  setPitr: oc
    .route({ method: 'PATCH', path: '/platform/database/{ref}/backups/pitr' })
    .input(z.object({ ref: projectRef, enabled: z.boolean() }))
    .output(backupOverview),
  /** Restores a backup in place. The present database is kept. */
  restore: oc
    .route({ method: 'POST', path: '/platform/database/{ref}/backups/restore' })
    .input(z.object({ ref: projectRef, id: z.number().int() }))
    .output(started),
  /** Restores a moment in place. */
  restorePitr: oc
    .route({ method: 'POST', path: '/platform/database/{ref}/backups/pitr' })
    .input(z.object({ ref: projectRef, at: moment }))
    .output(started),
  /** Restores a backup, or a moment, into a new project. */
  restoreToNew: oc
    .route({ method: 'POST', path: '/platform/database/{ref}/backups/restore-to-new-project' })
    .input(newProject.extend({ ref: projectRef, id: z.number().int().optional(), at: moment.optional() }))
    .output(z.object({ ref: z.string(), operation_id: z.string() })),
  /** Puts a kept database back in the place of the present one, which is kept in turn. */
  returnTo: oc
    .route({ method: 'POST', path: '/platform/database/{ref}/kept-databases/{id}/return' })
    .input(z.object({ ref: projectRef, id: z.string().max(64) }))
    .output(started),
  discardKeptDatabase: oc
    .route({ method: 'DELETE', path: '/platform/database/{ref}/kept-databases/{id}' })
    .input(z.object({ ref: projectRef, id: z.string().max(64) }))
    .output(z.object({})),
  downloadable: oc
    .route({ method: 'GET', path: '/platform/database/{ref}/backups/downloadable-backups' })
    .input(byRef)
    .output(
      z.object({
        backups: z.array(
          z.object({
            id: z.number().int(),
            isPhysicalBackup: z.boolean(),
            inserted_at: z.string(),
            status: z.string(),
          }),
        ),
        status: z.string(),
      }),
    ),
  /** Begins to write a backup out as SQL (id 0: the database as it is now), or answers with the file that is there already. */
  download: oc
    .route({ method: 'POST', path: '/platform/database/{ref}/backups/download' })
    .input(z.object({ ref: projectRef, id: z.number().int().min(0) }))
    .output(backupFile),
  /** Files made for download, newest first. */
  files: oc
    .route({ method: 'GET', path: '/platform/database/{ref}/backups/files' })
    .input(byRef)
    .output(z.array(backupFile)),

  /** The objects of storage as one file, a folder for each bucket. `not_found`: none was made yet. */
  storageArchive: oc
    .route({ method: 'GET', path: '/platform/storage/{ref}/archive' })
    .input(byRef)
    .output(storageArchive),
  /** Begins to make it, or answers with the one that is there already. `not_found`: there are no objects. */
  createStorageArchive: oc
    .route({ method: 'POST', path: '/platform/storage/{ref}/archive' })
    .input(byRef)
    .output(storageArchive),

  v1List: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/database/backups' })
    .input(byRef)
    .output(
      z.object({
        region: z.string(),
        walg_enabled: z.boolean(),
        pitr_enabled: z.boolean(),
        backups: z.array(v1Backup),
        physical_backup_data: z.object({
          earliest_physical_backup_date_unix: unixSeconds.optional(),
          latest_physical_backup_date_unix: unixSeconds.optional(),
        }),
      }),
    ),
  v1Restore: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/database/backups/restore', successStatus: 201 })
    .input(z.object({ ref: projectRef, id: z.number().int() }))
    .output(z.void()),
  v1RestorePitr: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/database/backups/restore-pitr', successStatus: 201 })
    .input(z.object({ ref: projectRef, recovery_time_target_unix: z.number().int().min(0) }))
    .output(z.void()),
  v1CreateRestorePoint: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/database/backups/restore-point', successStatus: 201 })
    .input(z.object({ ref: projectRef, name: z.string().trim().min(1).max(20) }))
    .output(v1RestorePoint),
  v1RestorePoint: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/database/backups/restore-point' })
    .input(z.object({ ref: projectRef, name: z.string().max(20).optional() }))
    .output(v1RestorePoint),
  /** Goes back to a named restore point. */
  v1Undo: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/database/backups/undo', successStatus: 201 })
    .input(z.object({ ref: projectRef, name: z.string().max(20) }))
    .output(z.void()),
  v1Schedule: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/database/backups/schedule' })
    .input(byRef)
    .output(v1Schedule),
  v1SetSchedule: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}/database/backups/schedule' })
    .input(z.object({ ref: projectRef, schedule_for: z.string().max(32) }))
    .output(v1Schedule),
};
