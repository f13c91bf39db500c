import { createHash } from 'node:crypto';
import { ClusterError, type ClusterSettings, type PostgresMajor } from '../driver.ts';
import type { KubernetesObject } from './kinds.ts';
import { labelsOf } from './own-objects.ts';

/** How clusters are made in this Kubernetes. */
export interface KubernetesSettings {
  /** Servers of a cluster, the primary among them. */
  instances: number;
  /** Null: the default one. */
  storageClass: string | null;
  /** A catalog of images by major version; null: CloudNativePG's own images. */
  imageCatalog: { kind: 'ImageCatalog' | 'ClusterImageCatalog'; name: string } | null;
  /** The `ObjectStore` of the barman-cloud plug-in that keeps WAL and backups; null: nothing is kept. */
  objectStore: string | null;
  /** When backups are made, as six fields of cron that begin with the second. Only with an object store. */
  backupSchedule: string;
  /** The `VolumeSnapshotClass` of snapshots; null: none are made. */
  snapshotClass: string | null;
  /** Pods of PgBouncer beside each cluster; 0: none. */
  poolers: number;
}

/** Where the database of a new cluster comes from. */
export type Origin =
  | { from: 'nothing' }
  /** The archive of another cluster: as it was at a moment, or when a backup was finished, by its id there; null: the end of it. */
  | { from: 'archive'; server: string; until: { at: Date } | { backupId: string } | null }
  /** A volume snapshot, by the name of its `Backup`. */
  | { from: 'snapshot'; backup: string };

/** The size of a cluster. */
export interface ClusterSize {
  settings: ClusterSettings;
  diskGb: number;
}

interface PluginReference {
  name: string;
  isWALArchiver?: boolean;
  parameters?: Record<string, string>;
}

/** The fields of a `Cluster` of CloudNativePG that are written or read here. */
export interface ClusterObject extends KubernetesObject {
  spec: {
    instances: number;
    imageName?: string;
    imageCatalogRef?: { apiGroup: string; kind: string; name: string; major: number };
    storage: { size: string; storageClass?: string; resizeInUseVolumes?: boolean };
    resources?: { requests: Record<string, string>; limits: Record<string, string> };
    postgresql?: { parameters?: Record<string, string> };
    plugins?: PluginReference[];
    [field: string]: unknown;
  };
  status?: ClusterObjectStatus;
}

export interface ClusterObjectStatus {
  phase?: string;
  phaseReason?: string;
  instances?: number;
  readyInstances?: number;
  resizingPVC?: string[];
  conditions?: { type: string; status: string; reason?: string; message?: string }[];
  pgDataImageInfo?: { image: string; majorVersion: number };
  systemID?: string;
}

export const BARMAN_PLUGIN = 'barman-cloud.cloudnative-pg.io';
export const HIBERNATION = 'cnpg.io/hibernation';
export const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt';
/** Which parameters were written here: the operator adds others. */
export const PARAMETERS = 'basalt.dev/parameters';
/** What sets the archives of a cluster apart from those of clusters that had its name before. */
const GENERATION = 'basalt.dev/generation';
/** The database that a cluster is made with. */
export const DATABASE = 'app';

/** The name of a project's cluster, from which the operator derives those of services and volumes. */
export function clusterName(ref: string): string {
  return `basalt-${ref}`;
}

/** Holds the superuser's password, as the operator reads it. */
export function loginSecretName(ref: string): string {
  return `${clusterName(ref)}-login`;
}

/** The operator puts here who has signed the certificate of the server. */
export function authoritySecretName(ref: string): string {
  return `${clusterName(ref)}-ca`;
}

/** The service of whichever server takes changes. */
export function serviceHost(ref: string, namespace: string): string {
  return `${clusterName(ref)}-rw.${namespace}.svc`;
}

/** Short, and the same for the same text: names have at most 63 characters. */
export function backupName(ref: string, id: string): string {
  return `${clusterName(ref)}-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
}

export function describeCluster(
  ref: string,
  major: PostgresMajor,
  size: ClusterSize,
  settings: KubernetesSettings,
  origin: Origin,
  generation: string | null = null,
): ClusterObject {
  const parameters = parametersOf(size.settings, settings.instances);
  return {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Cluster',
    metadata: {
      name: clusterName(ref),
      labels: labelsOf(ref),
      annotations: {
        [PARAMETERS]: namesOf(parameters),
        ...(generation === null ? {} : { [GENERATION]: generation }),
      },
    },
    spec: {
      instances: settings.instances,
      ...imageOf(major, settings),
      inheritedMetadata: { labels: labelsOf(ref) },
      enableSuperuserAccess: true,
      superuserSecret: { name: loginSecretName(ref) },
      // A restart in place is over sooner than handing over to another server and back.
      primaryUpdateMethod: 'restart',
      storage: {
        size: diskSize(size.diskGb),
        resizeInUseVolumes: true,
        ...(settings.storageClass === null ? {} : { storageClass: settings.storageClass }),
      },
      resources: resourcesOf(size.settings),
      postgresql: { parameters },
      ...(settings.objectStore === null
        ? {}
        : { plugins: [archiver(settings.objectStore, archiveName(ref, major, generation))] }),
      ...(settings.snapshotClass === null
        ? {}
        : {
            backup: {
              volumeSnapshot: { className: settings.snapshotClass, snapshotOwnerReference: 'backup' },
            },
          }),
      ...bootstrapOf(origin, settings),
    },
  };
}

/**
 * Of each major version there is an archive of its own, as what one has written cannot be replayed by another; and of each cluster that
 * takes the place of a former one, as their logs would be taken for one.
 */
export function archiveName(ref: string, major: PostgresMajor, generation: string | null): string {
  return [clusterName(ref), major, ...(generation === null ? [] : [generation])].join('-');
}

/** Null: it is the first one of its name. */
export function generationOf({ metadata }: ClusterObject): string | null {
  return metadata.annotations?.[GENERATION] ?? null;
}

/** What a cluster that takes the place of another one is known by. */
export function generationNamed(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 8);
}

export function archiver(objectStore: string, serverName: string): PluginReference {
  return {
    name: BARMAN_PLUGIN,
    isWALArchiver: true,
    parameters: { barmanObjectName: objectStore, serverName },
  };
}

/** The field that says which image runs: its change is an upgrade. */
export function imageOf(
  major: PostgresMajor,
  { imageCatalog }: Pick<KubernetesSettings, 'imageCatalog'>,
): Pick<ClusterObject['spec'], 'imageName' | 'imageCatalogRef'> {
  if (imageCatalog === null) return { imageName: `ghcr.io/cloudnative-pg/postgresql:${major}` };
  return { imageCatalogRef: { apiGroup: 'postgresql.cnpg.io', ...imageCatalog, major } };
}

/** The major version that an object asks for; null: its image says none. */
export function majorOf({ imageName, imageCatalogRef }: ClusterObject['spec']): number | null {
  if (imageCatalogRef !== undefined) return imageCatalogRef.major;
  const found = /:(\d+)/.exec(imageName ?? '');
  return found ? Number(found[1]) : null;
}

/** Its memory is kept for a project, so that no other takes it away; of the processors an eighth, as most projects idle. */
export function resourcesOf({ limits }: ClusterSettings) {
  const { memoryMb, cpus } = limits ?? { memoryMb: 512, cpus: 2 };
  const memory = `${memoryMb}Mi`;
  return {
    requests: { memory, cpu: `${Math.round(cpus * 125)}m` },
    limits: { memory, cpu: `${Math.round(cpus * 1000)}m` },
  };
}

export function diskSize(gb: number): string {
  return `${gb}Gi`;
}

/** @throws {ClusterError} for a size that is not whole in Gi, Ti, Mi or G: somebody has written it by hand */
export function diskBytes(size: string): number {
  const [, amount, unit = ''] = /^(\d+)(Mi|Gi|Ti|G|T|M)?$/.exec(size) ?? [];
  const factor = FACTORS[unit];
  if (amount === undefined || factor === undefined)
    throw new ClusterError('bad_request', `The size of the volume, "${size}", cannot be read.`);
  return Number(amount) * factor;
}

const FACTORS: Record<string, number> = {
  '': 1,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};

/** The operator sets these itself, and refuses a cluster that does. */
const OPERATORS_OWN =
  /^(allow_alter_system|allow_system_table_mods|archive_(cleanup_)?command|archive_mode|bonjour.*|cluster_name|config_file|data_(directory|sync_retry).*|event_source|external_pid_file|hba_file|hot_standby|ident_file|jit_provider|listen_addresses|log_(destination|directory|file_mode|filename|rotation.*|truncate.*)|logging_collector|port|primary_(conninfo|slot_name)|promote_trigger_file|recovery_.*|restart_after_crash|restore_command|shared_preload_libraries|ssl.*|stats_temp_directory|synchronous_standby_names|syslog_.*|unix_socket_.*)$/;

/** Parameters of the server, all as texts. Those that are the operator's own are left out. */
export function parametersOf(settings: ClusterSettings, instances: number): Record<string, string> {
  const { parameters = {}, temporaryFilesMb } = settings;
  const own = Object.entries(parameters).filter(([name]) => !OPERATORS_OWN.test(name));
  return {
    // The stream of changes is read by realtime.
    wal_level: 'logical',
    shared_buffers: `${settings.sharedBuffersMb}MB`,
    max_connections: String(settings.maxConnections),
    max_wal_size: `${settings.maxWalSizeMb}MB`,
    // Besides those of services, the operator's standbys and backups take some.
    max_wal_senders: String(settings.maxWalSenders + 2 + instances),
    max_replication_slots: String(settings.maxReplicationSlots + instances),
    max_slot_wal_keep_size: `${settings.maxSlotWalKeepMb}MB`,
    autovacuum_max_workers: String(settings.autovacuumMaxWorkers),
    max_worker_processes: String(settings.maxWorkerProcesses),
    max_parallel_workers: String(settings.maxParallelWorkers),
    ...(temporaryFilesMb === undefined ? {} : { temp_file_limit: `${temporaryFilesMb}MB` }),
    ...Object.fromEntries(own),
  };
}

/** For {@link PARAMETERS}. */
export function namesOf(parameters: Record<string, string>): string {
  return Object.keys(parameters).sort().join(',');
}

function bootstrapOf(origin: Origin, { objectStore }: KubernetesSettings) {
  if (origin.from === 'nothing')
    return {
      bootstrap: {
        initdb: {
          database: DATABASE,
          owner: DATABASE,
          encoding: 'UTF8',
          localeCollate: 'C.UTF-8',
          localeCType: 'C.UTF-8',
          dataChecksums: true,
        },
      },
    };
  const application = { database: DATABASE, owner: DATABASE };
  if (origin.from === 'snapshot')
    return { bootstrap: { recovery: { backup: { name: origin.backup }, ...application } } };
  if (objectStore === null)
    throw new ClusterError(
      'unsupported',
      'There is no archive to restore from: no ObjectStore is named in the settings.',
    );
  const target = origin.until === null ? {} : { recoveryTarget: targetOf(origin.until) };
  return {
    bootstrap: { recovery: { source: 'origin', ...target, ...application } },
    externalClusters: [
      {
        name: 'origin',
        plugin: {
          name: BARMAN_PLUGIN,
          parameters: { barmanObjectName: objectStore, serverName: origin.server },
        },
      },
    ],
  };
}

function targetOf(until: { at: Date } | { backupId: string }) {
  if ('at' in until) return { targetTime: until.at.toISOString() };
  return { backupID: until.backupId, targetImmediate: true };
}
