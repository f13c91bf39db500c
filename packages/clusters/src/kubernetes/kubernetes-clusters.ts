import type { KeptBackup, KeptPlace, KeptPooler } from '../attached/server-keeper.ts';
import { ClusterError, type Pool, type PostgresMajor } from '../driver.ts';
import {
  type BackupObject,
  CLUSTER_LABEL,
  describeBackup,
  describeSchedule,
  keptBackupOf,
  type ScheduleObject,
} from './backup-objects.ts';
import {
  archiveName,
  archiver,
  authoritySecretName,
  BARMAN_PLUGIN,
  backupName,
  type ClusterObject,
  type ClusterSize,
  clusterName,
  DATABASE,
  describeCluster,
  diskBytes,
  diskSize,
  generationNamed,
  generationOf,
  HIBERNATION,
  imageOf,
  type KubernetesSettings,
  loginSecretName,
  majorOf,
  namesOf,
  type Origin,
  PARAMETERS,
  parametersOf,
  RESTARTED_AT,
  resourcesOf,
  serviceHost,
} from './cluster-object.ts';
import { type ClusterState, stateOf } from './cluster-state.ts';
import { isPart } from './is-part.ts';
import type { KubernetesObject } from './kinds.ts';
import type { KubernetesApi } from './kubernetes-api.ts';
import {
  labelsOf,
  MANAGED_BY,
  MANAGED_BY_LABEL,
  OwnObjects,
  type Patience,
  PROJECT_LABEL,
  repeat,
  USUAL_PATIENCE,
} from './own-objects.ts';
import { describePooler, type PoolerObject, poolerHost, poolerName } from './pooler-object.ts';

/** How long the operator may take, in milliseconds. */
export interface OperatorPatience {
  /** Until a cluster is made, woken, restarted or upgraded. */
  workMs: number;
  /** Until the operator begins with a change: before that, a cluster still looks as it did. */
  noticeMs: number;
  /** Until a cluster is made of another one's archive. */
  recoveryMs: number;
  /** Until a backup is finished. */
  backupMs: number;
}

export interface KubernetesClustersOptions {
  api: KubernetesApi;
  settings: KubernetesSettings;
  patience?: Patience;
  operatorPatience?: OperatorPatience;
}

interface SecretObject extends KubernetesObject {
  type?: string;
  data?: Record<string, string>;
}

const USER = 'postgres';
const USUAL_OPERATOR_PATIENCE: OperatorPatience = {
  workMs: 15 * 60_000,
  noticeMs: 20_000,
  recoveryMs: 3 * 60 * 60_000,
  backupMs: 12 * 60 * 60_000,
};

/**
 * Clusters of CloudNativePG, one a project, in one namespace. Nothing is remembered here: names follow from refs, what is wanted is in
 * the objects, and what is done the operator says. So each method may be repeated, by another process too, wherever the first was cut.
 * @throws {ClusterError} all of them
 */
export class KubernetesClusters {
  readonly #api: KubernetesApi;
  readonly #settings: KubernetesSettings;
  readonly #patience: Patience;
  readonly #operator: OperatorPatience;

  constructor({ api, settings, patience, operatorPatience }: KubernetesClustersOptions) {
    this.#api = api;
    this.#settings = settings;
    this.#patience = patience ?? USUAL_PATIENCE;
    this.#operator = operatorPatience ?? USUAL_OPERATOR_PATIENCE;
  }

  /**
   * Makes a project's cluster and waits until it runs.
   * @param password of the superuser; of a cluster that is there already it is set
   */
  async create(
    ref: string,
    major: PostgresMajor,
    size: ClusterSize,
    password: string,
    origin: Origin = { from: 'nothing' },
    generation: string | null = null,
  ): Promise<void> {
    const objects = this.#objects(ref);
    await this.#putPassword(objects, ref, password);
    const wanted = describeCluster(ref, major, size, this.#settings, origin, generation);
    await objects.ensure('cluster', wanted);
    const { workMs, recoveryMs } = this.#operator;
    await this.#settled(ref, { noticeMs: 0, workMs: origin.from === 'nothing' ? workMs : recoveryMs });
    await this.#tendPooler(ref, size.settings.pool);
    if (this.#settings.objectStore !== null)
      await objects.ensure<ScheduleObject>('schedule', describeSchedule(ref, this.#settings.backupSchedule));
  }

  /**
   * Makes a project's cluster in the place of the one that is there, which is deleted with its volumes and backups. What a rule of the
   * Kubernetes cluster refuses is refused before anything is deleted.
   * @param id what this is known by: repeated with the same text, it keeps what the first has made
   */
  async replace(
    ref: string,
    major: PostgresMajor,
    size: ClusterSize,
    password: string,
    origin: Origin,
    id: string,
  ): Promise<void> {
    const generation = generationNamed(id);
    const objects = this.#objects(ref);
    const present = await objects.read<ClusterObject>('cluster', clusterName(ref));
    if (present === null || generationOf(present) !== generation) {
      if (present !== null)
        await objects.tryOut(
          'cluster',
          describeCluster(ref, major, size, this.#settings, origin, generation),
        );
      // A removal that was cut short has left things of a cluster that is gone.
      await this.remove(ref);
    }
    await this.create(ref, major, size, password, origin, generation);
  }

  /** Whether the cluster is still there, and not being deleted, that {@link replace} with this text is to replace. */
  async isUnreplaced(ref: string, id: string): Promise<boolean> {
    const present = await this.#objects(ref).read<ClusterObject>('cluster', clusterName(ref));
    if (present === null || present.metadata.deletionTimestamp !== undefined) return false;
    return generationOf(present) !== generationNamed(id);
  }

  /** Null: there is none. */
  async state(ref: string): Promise<ClusterState | null> {
    const present = await this.#objects(ref).read<ClusterObject>('cluster', clusterName(ref));
    return present === null ? null : stateOf(present);
  }

  /** Null: there is none. */
  async major(ref: string): Promise<number | null> {
    const present = await this.#objects(ref).read<ClusterObject>('cluster', clusterName(ref));
    return present === null ? null : (present.status?.pgDataImageInfo?.majorVersion ?? majorOf(present.spec));
  }

  /** Where the cluster of a project answers, once there is one. */
  place(ref: string): KeptPlace {
    return { host: serviceHost(ref, this.#api.namespace), port: 5432, database: DATABASE, user: USER };
  }

  /** Where the pooler of a project answers, while its cluster runs; null: projects have none. */
  pooler(ref: string): KeptPooler | null {
    if (this.#settings.poolers === 0) return null;
    return { host: poolerHost(ref, this.#api.namespace), port: 5432 };
  }

  /** Certificates (PEM) of who has signed the servers'. The operator renews them. @throws {ClusterError} `not_found` */
  async certificateAuthority(ref: string): Promise<string> {
    // The operator's own.
    const authority = await repeat(this.#patience, () =>
      this.#api.get<SecretObject>('secret', authoritySecretName(ref)),
    );
    const certificate = authority?.data?.['ca.crt'];
    if (certificate === undefined)
      throw new ClusterError('not_found', `The cluster ${clusterName(ref)} has no certificates yet.`);
    return Buffer.from(certificate, 'base64').toString('utf8');
  }

  /** Stops the servers and the pooler; their volumes stay. */
  async pause(ref: string): Promise<void> {
    await this.#annotate(ref, HIBERNATION, () => 'on');
    await this.#tendPooler(ref, undefined);
    await this.#reach(ref, 'paused', 'is still running');
  }

  /**
   * Starts the servers of a paused cluster, and its pooler. Those that run are left alone.
   * @param pool what its clients share; undefined: as before
   */
  async resume(ref: string, pool?: Pool): Promise<void> {
    await this.#annotate(ref, HIBERNATION, (present) => (present === undefined ? undefined : 'off'));
    await this.#settled(ref, { noticeMs: 0 });
    await this.#tendPooler(ref, pool);
  }

  /**
   * Starts the servers of a running cluster again.
   * @param at what this restart is known by: a repeated one with the same time does not restart it once more
   * @param pool what the clients of its pooler share; undefined: as before
   */
  async restart(ref: string, at: Date, pool?: Pool): Promise<void> {
    await this.#annotate(ref, RESTARTED_AT, (present) => {
      const wanted = at.toISOString();
      return present !== undefined && present >= wanted ? present : wanted;
    });
    await this.#settled(ref);
    await this.#tendPooler(ref, pool);
  }

  /**
   * Gives the servers other sizes and parameters, for which the operator restarts them where need be.
   * @throws {ClusterError} `bad_request` for a smaller disk: volumes only grow
   */
  async resize(ref: string, size: ClusterSize): Promise<void> {
    const isChanged = await this.configure(ref, size);
    await this.#settled(ref, isChanged ? {} : { noticeMs: 0 });
    await this.#tendPooler(ref, size.settings.pool);
  }

  /** Says what the clients of the pooler share, which PgBouncer takes over while it runs. */
  async setPool(ref: string, pool: Pool): Promise<void> {
    await this.#tendPooler(ref, pool);
  }

  /**
   * The same without waiting for the operator, as for a paused cluster.
   * @returns whether anything had to be changed
   */
  async configure(
    ref: string,
    { settings, diskGb }: Partial<ClusterSize> & Pick<ClusterSize, 'settings'>,
  ): Promise<boolean> {
    let isChanged = false;
    await this.#change(ref, (present) => {
      const { spec } = present;
      const parameters = parametersOf(settings, spec.instances);
      const change = {
        resources: resourcesOf(settings),
        postgresql: { parameters: changedParameters(present, parameters) },
        storage: { size: grownDisk(spec.storage.size, diskGb) },
      };
      if (isPart(change, spec)) return null;
      isChanged = true;
      return { metadata: { annotations: { [PARAMETERS]: namesOf(parameters) } }, spec: change };
    });
    return isChanged;
  }

  /**
   * Upgrades the servers to another major version, and begins an archive of its own for it. When the operator gives it up, the former
   * image is put back, with which the former data starts again.
   * @throws {ClusterError} `unsupported` for an older version
   */
  async upgrade(ref: string, major: PostgresMajor): Promise<void> {
    const from = await this.major(ref);
    if (from !== null && from > major)
      throw new ClusterError('unsupported', `PostgreSQL ${from} cannot be taken back to ${major}.`);
    await this.#moveTo(ref, major);
    await this.#unstuck(ref);
    try {
      await this.#settled(ref, { noticeMs: 0 });
    } catch (error) {
      const has = await this.major(ref);
      if (has === null || has === major) throw error;
      await this.#moveTo(ref, has as PostgresMajor);
      throw error;
    }
  }

  /** Until the operator has noticed a change, it goes on saying that it has given up the former attempt. */
  async #unstuck(ref: string): Promise<void> {
    const isAtWork = (present: ClusterObject | null) =>
      present === null || stateOf(present).is !== 'failed' || undefined;
    await this.#objects(ref).until('cluster', clusterName(ref), isAtWork, this.#operator.noticeMs);
  }

  /**
   * Makes a backup and waits for it.
   * @param id what it is known by: a repeated one with the same text is the same backup
   */
  async backUp(ref: string, id: string, method: 'archive' | 'snapshot'): Promise<KeptBackup> {
    const objects = this.#objects(ref);
    const name = await this.beginBackUp(ref, id, method);
    const waited = await objects.until<BackupObject, KeptBackup>(
      'backup',
      name,
      (present) => {
        if (present === null)
          throw new ClusterError('not_found', `The backup ${name} has been deleted in Kubernetes.`);
        const { phase, error = 'it does not say why' } = present.status ?? {};
        if (phase === 'failed')
          throw new ClusterError('start_failed', `The backup ${name} has failed: ${error}.`);
        return phase === 'completed' ? keptBackupOf(present) : undefined;
      },
      this.#operator.backupMs,
    );
    if ('found' in waited) return waited.found;
    const phase = waited.late?.status?.phase ?? 'not begun';
    throw new ClusterError('start_failed', `The backup ${name} is not finished: it is ${phase}.`);
  }

  /** Begins a backup, as {@link backUp} does. Answers its name. */
  async beginBackUp(ref: string, id: string, method: 'archive' | 'snapshot'): Promise<string> {
    if (method === 'archive' && this.#settings.objectStore === null)
      throw new ClusterError(
        'unsupported',
        'Backups need an ObjectStore, and none is named in the settings.',
      );
    if (method === 'snapshot' && this.#settings.snapshotClass === null)
      throw new ClusterError(
        'unsupported',
        'Snapshots need a VolumeSnapshotClass, and none is named in the settings.',
      );
    const name = backupName(ref, id);
    await this.#objects(ref).ensure<BackupObject>('backup', describeBackup(ref, name, method));
    return name;
  }

  /** Backups of a project, also those that the operator makes by schedule, and others made by hand; newest first. */
  async backups(ref: string): Promise<KeptBackup[]> {
    const latest = Number.POSITIVE_INFINITY;
    return (await this.#backupObjects(ref))
      .map(keptBackupOf)
      .sort((a, b) => (b.startedAt?.getTime() ?? latest) - (a.startedAt?.getTime() ?? latest));
  }

  /** When backups are made by themselves; null: there is no object store to keep them in. */
  get schedule(): string | null {
    return this.#settings.objectStore === null ? null : this.#settings.backupSchedule;
  }

  /**
   * What another project's cluster can be made of.
   * @param major of the server that wrote what is wanted
   * @param until a backup, by the name of its object, or a moment
   * @throws {ClusterError} `not_found` when the cluster or the backup is not there
   */
  async originOf(
    ref: string,
    major: PostgresMajor,
    until: { backup: string } | { at: Date },
  ): Promise<{ origin: Origin; diskGb: number }> {
    const present = await this.#objects(ref).read<ClusterObject>('cluster', clusterName(ref));
    if (present === null)
      throw new ClusterError('not_found', `The cluster ${clusterName(ref)} is not there in Kubernetes.`);
    const diskGb = Math.ceil(diskBytes(present.spec.storage.size) / diskBytes(diskSize(1)));
    const server = archiveName(ref, major, generationOf(present));
    if ('at' in until) return { origin: { from: 'archive', server, until }, diskGb };
    const backup = (await this.#backupObjects(ref)).find(({ metadata }) => metadata.name === until.backup);
    const backupId = backup?.status?.backupId;
    if (backupId === undefined)
      throw new ClusterError('not_found', `The backup ${until.backup} is not there in Kubernetes any more.`);
    return { origin: { from: 'archive', server, until: { backupId } }, diskGb };
  }

  /** Suspends or resumes the backups by schedule. */
  async setScheduled(ref: string, isScheduled: boolean): Promise<void> {
    const objects = this.#objects(ref);
    const schedule = describeSchedule(ref, this.#settings.backupSchedule);
    await objects.ensure<ScheduleObject>('schedule', schedule);
    await objects.change<ScheduleObject>('schedule', schedule.metadata.name, ({ spec }) => {
      const wanted = { schedule: this.#settings.backupSchedule, suspend: !isScheduled };
      return isPart(wanted, spec) ? null : { spec: wanted };
    });
  }

  /** The name under which the archive of a running cluster can be restored from, in {@link Origin}. */
  async archive(ref: string): Promise<string | null> {
    const present = await this.#objects(ref).read<ClusterObject>('cluster', clusterName(ref));
    const plugin = present?.spec.plugins?.find(({ name }) => name === BARMAN_PLUGIN);
    return plugin?.parameters?.serverName ?? null;
  }

  /** Sets the superuser's password. The operator takes it over within seconds. */
  async setPassword(ref: string, password: string): Promise<void> {
    await this.#putPassword(this.#objects(ref), ref, password);
  }

  /** Deletes a cluster with its volumes, and its pooler. The archive in the object store stays. */
  async remove(ref: string): Promise<void> {
    const objects = this.#objects(ref);
    // It does not belong to the cluster, which the operator deletes without it.
    await this.#removePooler(objects);
    await objects.remove('cluster', clusterName(ref));
    await objects.removeAll('schedule');
    await objects.removeAll('backup');
    const isGone = (present: ClusterObject | null) => (present === null ? true : undefined);
    const waited = await objects.until('cluster', clusterName(ref), isGone, this.#operator.workMs);
    if ('late' in waited)
      throw new ClusterError(
        'stop_failed',
        `The cluster ${clusterName(ref)} is still being deleted. See which finalizers it has in Kubernetes.`,
      );
    await objects.remove('secret', loginSecretName(ref));
  }

  /** Refs of the projects that have a cluster here, sorted. */
  async refs(): Promise<string[]> {
    const { items } = await repeat(this.#patience, () =>
      this.#api.list('cluster', `${MANAGED_BY_LABEL}=${MANAGED_BY}`),
    );
    return items.flatMap(({ metadata }) => metadata.labels?.[PROJECT_LABEL] ?? []).sort();
  }

  async #backupObjects(ref: string): Promise<BackupObject[]> {
    const { items } = await repeat(this.#patience, () =>
      this.#api.list<BackupObject>('backup', `${CLUSTER_LABEL}=${clusterName(ref)}`),
    );
    return items.filter(({ spec }) => spec.cluster.name === clusterName(ref));
  }

  async #moveTo(ref: string, major: PostgresMajor): Promise<void> {
    const { objectStore } = this.#settings;
    await this.#change(ref, (present) => {
      const { spec } = present;
      const archive = archiveName(ref, major, generationOf(present));
      const change = {
        imageName: null,
        imageCatalogRef: null,
        ...imageOf(major, this.#settings),
        ...(objectStore === null ? {} : { plugins: [archiver(objectStore, archive)] }),
      };
      return isPart(change, spec) ? null : { spec: change };
    });
  }

  /**
   * Makes the pooler what it should be beside the cluster as that is now; where projects have none, it goes.
   * @param pool undefined: one that is there goes on with what it has, and none is made
   */
  async #tendPooler(ref: string, pool: Pool | undefined): Promise<void> {
    const objects = this.#objects(ref);
    const { poolers } = this.#settings;
    if (poolers === 0) {
      await this.#removePooler(objects);
      return;
    }
    const cluster = await objects.read<ClusterObject>('cluster', clusterName(ref));
    if (cluster === null)
      throw new ClusterError('not_found', `The cluster ${clusterName(ref)} is not there in Kubernetes.`);
    const name = poolerName(ref);
    const running = cluster.metadata.annotations?.[HIBERNATION] === 'on' ? 0 : poolers;
    const wanted = pool === undefined ? null : describePooler(ref, poolers, running, pool);
    const present =
      wanted === null ? await objects.read('pooler', name) : await objects.ensure('pooler', wanted);
    if (present === null) return;
    await objects.change<PoolerObject>('pooler', name, ({ spec }) => {
      const change = wanted?.spec ?? { instances: running };
      return isPart(change, spec) ? null : { spec: change };
    });
  }

  async #removePooler(objects: OwnObjects): Promise<void> {
    try {
      await objects.removeAll('pooler');
    } catch (error) {
      const mayNotLook = error instanceof ClusterError && error.code === 'unsupported';
      // Installations without poolers need no right to them: where Basalt may not look, it has made none.
      if (this.#settings.poolers > 0 || !mayNotLook) throw error;
    }
  }

  async #putPassword(objects: OwnObjects, ref: string, password: string): Promise<void> {
    const name = loginSecretName(ref);
    const data = { username: encode(USER), password: encode(password) };
    await objects.ensure<SecretObject>('secret', {
      apiVersion: 'v1',
      kind: 'Secret',
      // The operator notices changes of Secrets with this label.
      metadata: { name, labels: { ...labelsOf(ref), 'cnpg.io/reload': 'true' } },
      type: 'kubernetes.io/basic-auth',
      data,
    });
    await objects.change<SecretObject>('secret', name, (present) =>
      isPart(data, present.data ?? {}) ? null : { data },
    );
  }

  #objects(ref: string): OwnObjects {
    return new OwnObjects(this.#api, ref, this.#patience);
  }

  async #change(
    ref: string,
    changeOf: (present: ClusterObject) => Record<string, unknown> | null,
  ): Promise<void> {
    await this.#objects(ref).change<ClusterObject>('cluster', clusterName(ref), changeOf);
  }

  async #annotate(
    ref: string,
    key: string,
    wantedOf: (present: string | undefined) => string | undefined,
  ): Promise<void> {
    await this.#change(ref, ({ metadata }) => {
      const present = metadata.annotations?.[key];
      const wanted = wantedOf(present);
      return wanted === present ? null : { metadata: { annotations: { [key]: wanted } } };
    });
  }

  /**
   * Waits until the cluster runs. After a change the operator takes a moment to notice it, and until then everything looks as it did:
   * so it is waited for that first, for as long as that takes at most.
   */
  async #settled(
    ref: string,
    { noticeMs = this.#operator.noticeMs, workMs = this.#operator.workMs } = {},
  ): Promise<void> {
    const isBusy = (state: ClusterState) => state.is !== 'running' || undefined;
    if (noticeMs > 0) await this.#until(ref, isBusy, noticeMs);
    await this.#reach(ref, 'running', 'does not run', workMs);
  }

  async #reach(
    ref: string,
    wanted: ClusterState['is'],
    complaint: string,
    withinMs = this.#operator.workMs,
  ): Promise<void> {
    const waited = await this.#until(ref, (state) => state.is === wanted || undefined, withinMs);
    if ('found' in waited) return;
    const doing = waited.late?.status?.phase ?? 'nothing yet';
    throw new ClusterError(
      'start_failed',
      `The cluster ${clusterName(ref)} ${complaint}. CloudNativePG says: ${doing}.`,
    );
  }

  #until<R>(ref: string, look: (state: ClusterState) => R | undefined, withinMs: number) {
    const name = clusterName(ref);
    const lookAt = (present: ClusterObject | null) => {
      if (present === null)
        throw new ClusterError('not_found', `The cluster ${name} is not there in Kubernetes.`);
      const state = stateOf(present);
      if (state.is !== 'failed') return look(state);
      throw new ClusterError('start_failed', `CloudNativePG has given up: ${state.why}.`);
    };
    return this.#objects(ref).until<ClusterObject, R>('cluster', name, lookAt, withinMs);
  }
}

/** @throws {ClusterError} `bad_request` for a smaller one */
function grownDisk(present: string, diskGb: number | undefined): string {
  if (diskGb === undefined) return present;
  const [has, wanted] = [diskBytes(present), diskBytes(diskSize(diskGb))];
  if (wanted < has)
    throw new ClusterError(
      'bad_request',
      `The disk of the cluster has ${present}, and volumes of Kubernetes only grow. Ask for at least as much.`,
    );
  return wanted > has ? diskSize(diskGb) : present;
}

/** The operator adds parameters of its own: only those that were written here before are taken away. */
function changedParameters(
  { metadata }: ClusterObject,
  wanted: Record<string, string>,
): Record<string, string | null> {
  const former = metadata.annotations?.[PARAMETERS]?.split(',') ?? [];
  const gone = former.filter((name) => name !== '' && wanted[name] === undefined);
  return { ...wanted, ...Object.fromEntries(gone.map((name) => [name, null])) };
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
