import { setTimeout as sleep } from 'node:timers/promises';
import type { Anything, ApiServer } from './api-server-for-test.ts';

const WAITING = 'Waiting for user action';

/** Seen of a cluster when its operator worked on it last: what pods and volumes would tell. */
interface Seen {
  major: number;
  restartedAt: string | undefined;
  configuration: string;
  size: string;
  hibernated: boolean;
}

export interface OperatorOptions {
  /** Between any two of its writes, in milliseconds. */
  paceMs?: number;
  /** Phases go back, come twice, and others come between. */
  wayward?: boolean;
  /** What a cluster's authority is: the certificate that its server has. */
  authority?: string;
}

/**
 * Does to the objects what the operator of CloudNativePG does, in its words: phases, conditions, Secrets and backups. It starts no
 * servers. Somebody else may write while it works, and it never does two things to one cluster at once.
 */
export class ScriptedOperator {
  readonly #server: ApiServer;
  readonly #seen = new Map<string, Seen>();
  readonly #busy = new Map<string, Promise<void>>();
  paceMs: number;
  wayward: boolean;
  readonly #authority: string;
  /** Clusters with these names end here, with this phase. */
  readonly stuck = new Map<string, string>();
  /** The major version that no data directory can be upgraded to. */
  failingMajor: number | null = null;

  constructor(
    server: ApiServer,
    { paceMs = 0, wayward = false, authority = 'an authority' }: OperatorOptions = {},
  ) {
    this.#server = server;
    this.paceMs = paceMs;
    this.wayward = wayward;
    this.#authority = authority;
    server.onChange((plural, object) => {
      if (plural === 'clusters') this.#turn(object.metadata.uid, () => this.#reconcile(object.metadata.name));
      if (plural === 'poolers') this.#turn(object.metadata.uid, () => this.#pool(object.metadata.name));
      if (plural === 'backups') this.#turn(object.metadata.uid, () => this.#backUp(object.metadata.name));
      if (plural === 'scheduledbackups')
        this.#turn(object.metadata.uid, () => this.#schedule(object.metadata.name));
    });
  }

  /** Resolves when there is nothing to be done. */
  async idle(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy.values());
  }

  #turn(uid: string, work: () => Promise<void>): void {
    const turn: Promise<void> = (this.#busy.get(uid) ?? Promise.resolve())
      .then(() => sleep(this.paceMs))
      .then(work)
      .finally(() => {
        if (this.#busy.get(uid) === turn) this.#busy.delete(uid);
      });
    this.#busy.set(uid, turn);
  }

  async #reconcile(name: string): Promise<void> {
    const cluster = this.#server.find('clusters', name);
    if (cluster === null) return;
    const { metadata, spec } = cluster;
    if (metadata.deletionTimestamp !== undefined) {
      this.#server.put('clusters', { ...cluster, metadata: { ...metadata, finalizers: [] } });
      return;
    }
    const phase = this.stuck.get(name);
    if (phase !== undefined) {
      if (cluster.status?.phase !== phase) this.#tell(name, { phase });
      return;
    }
    const wanted = wantedOf(cluster);
    const seen = this.#seen.get(metadata.uid);
    if (seen === undefined) return this.#make(cluster, wanted);
    const isHibernated = metadata.annotations?.['cnpg.io/hibernation'] === 'on';
    if (isHibernated !== seen.hibernated) {
      if (isHibernated) {
        this.#see(metadata.uid, { ...seen, hibernated: true });
        await this.#hibernate(name);
      } else {
        // Its pods are made anew, by the configuration of now.
        this.#see(metadata.uid, { ...wanted, major: seen.major, size: seen.size });
        await this.#wake(name, spec.instances);
      }
      return;
    }
    if (wanted.size !== seen.size) {
      this.#see(metadata.uid, { ...seen, size: wanted.size });
      await this.#go(name, { resizingPVC: [`${name}-1`] });
      await this.#go(name, { resizingPVC: [] });
      return;
    }
    if (isHibernated) return;
    const hasGivenUp = cluster.status?.phase === WAITING;
    if (hasGivenUp && wanted.major === this.failingMajor) return;
    if (wanted.major !== seen.major) return this.#upgrade(cluster, wanted);
    if (hasGivenUp) return this.#healthy(name, spec.instances);
    if (wanted.configuration !== seen.configuration || wanted.restartedAt !== seen.restartedAt) {
      this.#see(metadata.uid, wanted);
      await this.#go(name, { phase: 'Applying configuration' });
      await this.#go(name, { phase: 'Primary instance is being restarted in-place', readyInstances: 0 });
      await this.#healthy(name, spec.instances);
    }
  }

  async #make({ metadata, spec }: Anything, wanted: Seen): Promise<void> {
    const { name, uid } = metadata;
    this.#see(uid, wanted);
    const present = this.#server.find('clusters', name);
    this.#server.put('clusters', {
      ...present,
      metadata: { ...present.metadata, finalizers: ['test/volumes'] },
    });
    const owner = { ownerReferences: [{ uid, kind: 'Cluster', name }] };
    for (const [suffix, data] of [
      ['ca', { 'ca.crt': Buffer.from(this.#authority).toString('base64') }],
      ['app', { password: Buffer.from('of the application').toString('base64') }],
    ] as const)
      this.#server.put('secrets', {
        metadata: { name: `${name}-${suffix}`, labels: spec.inheritedMetadata?.labels, ...owner },
        data,
      });
    await this.#go(name, { phase: 'Setting up primary', instances: 1 });
    await this.#go(name, { phase: 'Waiting for the instances to become active' });
    await this.#go(name, {
      pgDataImageInfo: { image: spec.imageName ?? 'from a catalog', majorVersion: wanted.major },
    });
    await this.#healthy(name, spec.instances);
  }

  async #hibernate(name: string): Promise<void> {
    const condition = { type: 'cnpg.io/hibernation', reason: 'WaitingPodsDeletion', status: 'False' };
    await this.#go(name, { conditions: [condition] });
    await this.#go(name, {
      readyInstances: 0,
      conditions: [{ ...condition, reason: 'Hibernated', status: 'True' }],
    });
  }

  async #wake(name: string, instances: number): Promise<void> {
    await this.#go(name, { conditions: [], phase: 'Waiting for the instances to become active' });
    await this.#healthy(name, instances);
  }

  async #upgrade({ metadata, spec }: Anything, wanted: Seen): Promise<void> {
    const { name, uid } = metadata;
    const seen = this.#seen.get(uid)!;
    await this.#go(name, { phase: 'Upgrading Postgres major version', readyInstances: 0 });
    if (wanted.major === this.failingMajor) {
      await this.#go(name, { phase: WAITING, phaseReason: 'pg_upgrade has failed' });
      return;
    }
    this.#see(uid, { ...wanted, hibernated: seen.hibernated });
    await this.#go(name, {
      pgDataImageInfo: { image: spec.imageName ?? 'from a catalog', majorVersion: wanted.major },
    });
    await this.#healthy(name, spec.instances);
  }

  async #backUp(name: string): Promise<void> {
    const backup = this.#server.find('backups', name);
    if (backup === null || backup.status?.phase !== undefined) return;
    const startedAt = new Date().toISOString();
    for (const phase of ['pending', 'started', 'running', 'finalizing'])
      await this.#goOf('backups', name, { phase, startedAt });
    const cluster = this.#server.find('clusters', backup.spec.cluster.name);
    await this.#goOf('backups', name, {
      phase: 'completed',
      stoppedAt: new Date().toISOString(),
      backupId: startedAt.replace(/\D/g, ''),
      majorVersion: cluster?.status?.pgDataImageInfo?.majorVersion,
    });
  }

  /** Pods come whether the cluster runs or not; without a cluster, nothing is done. */
  async #pool(name: string): Promise<void> {
    const pooler = this.#server.find('poolers', name);
    if (pooler === null || this.#server.find('clusters', pooler.spec.cluster.name) === null) return;
    const { instances } = pooler.spec;
    if (pooler.status?.instances !== instances) await this.#goOf('poolers', name, { instances });
  }

  async #schedule(name: string): Promise<void> {
    const schedule = this.#server.find('scheduledbackups', name);
    if (schedule === null || schedule.status !== undefined) return;
    const { cluster, method, pluginConfiguration, immediate } = schedule.spec;
    const owner = this.#server.find('clusters', cluster.name)?.metadata;
    if (immediate && owner !== undefined)
      this.#server.put('backups', {
        metadata: {
          name: `${name}-20260101000000`,
          labels: { 'cnpg.io/cluster': cluster.name, 'cnpg.io/scheduled-backup': name },
          ownerReferences: [{ uid: owner.uid, kind: 'Cluster', name: cluster.name }],
        },
        spec: { cluster, method, pluginConfiguration },
      });
    await this.#goOf('scheduledbackups', name, { lastCheckTime: new Date().toISOString() });
  }

  async #healthy(name: string, instances: number): Promise<void> {
    if (this.wayward) {
      await this.#go(name, { phase: 'Creating a new replica' });
      await this.#go(name, { phase: 'Failing over', readyInstances: 0 });
      await this.#go(name, { phase: 'Something that no version has said yet' });
      await this.#go(name, { phase: 'Creating a new replica' });
    }
    await this.#go(name, {
      phase: 'Cluster in healthy state',
      phaseReason: '',
      instances,
      readyInstances: instances,
    });
  }

  async #go(name: string, status: Anything): Promise<void> {
    await this.#goOf('clusters', name, status);
  }

  async #goOf(plural: string, name: string, status: Anything): Promise<void> {
    this.#tell(name, status, plural);
    await sleep(this.paceMs);
    if (this.wayward) this.#tell(name, status, plural);
  }

  #tell(name: string, status: Anything, plural = 'clusters'): void {
    const present = this.#server.find(plural, name);
    if (present === null) return;
    this.#server.put(plural, { ...present, status: { ...present.status, ...status } });
  }

  #see(uid: string, seen: Seen): void {
    this.#seen.set(uid, seen);
  }
}

function wantedOf({ metadata, spec }: Anything): Seen {
  return {
    major: spec.imageCatalogRef?.major ?? Number(/:(\d+)/.exec(spec.imageName)?.[1]),
    restartedAt: metadata.annotations?.['kubectl.kubernetes.io/restartedAt'],
    configuration: JSON.stringify([spec.resources, spec.postgresql]),
    size: spec.storage.size,
    hibernated: metadata.annotations?.['cnpg.io/hibernation'] === 'on',
  };
}
