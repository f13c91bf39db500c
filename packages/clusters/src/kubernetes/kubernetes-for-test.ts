import type { ServerKeeper } from '../attached/server-keeper.ts';
import type { PostgresMajor } from '../driver.ts';
import { ApiServer } from './api-server-for-test.ts';
import { clusterName } from './cluster-object.ts';
import { openDriverForTest } from './driver-for-test.ts';
import { KubernetesKeeper } from './kubernetes-keeper.ts';
import { ScriptedOperator } from './operator-for-test.ts';
import { poolerName } from './pooler-object.ts';

/** A cluster that answers. */
export interface ServedCluster {
  id: string;
  major: PostgresMajor;
  /** The name of its archive. */
  archive: string;
  /** The name of the archive that it was made of; null: of none. */
  madeOf: string | null;
}

/** A stand-in for Kubernetes with CloudNativePG in it, which starts no servers. */
export class KubernetesForTest {
  readonly #server = new ApiServer();
  #operator: ScriptedOperator | null = null;
  /** What the operator tells of who signs certificates. */
  readonly authority = 'an authority';

  get namespace(): string {
    return this.#server.namespace;
  }

  async start(): Promise<void> {
    await this.#server.start();
    this.#operator = new ScriptedOperator(this.#server, { paceMs: 5, authority: this.authority });
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** What a webhook says to a change of a project's cluster; null: it lets it in. */
  refuse(complaint: (asked: { memory: string; isRecovery: boolean }) => string | null): void {
    this.#server.admit = (plural, { spec }) =>
      plural === 'clusters'
        ? complaint({ memory: spec.resources.limits.memory, isRecovery: 'recovery' in spec.bootstrap })
        : null;
  }

  /** What a webhook says to every change of a pooler; null: it lets them in. */
  refusePoolers(complaint: string | null): void {
    this.#server.admit = (plural) => (plural === 'poolers' ? complaint : null);
  }

  async openKeeper(): Promise<ServerKeeper> {
    return new KubernetesKeeper(await openDriverForTest(this.#server), 10);
  }

  /** Whether a project's cluster has servers that answer. */
  isServing(ref: string): boolean {
    const { phase, readyInstances } = this.#server.find('clusters', clusterName(ref))?.status ?? {};
    return phase === 'Cluster in healthy state' && readyInstances > 0;
  }

  /** The servers of a project's cluster as CloudNativePG would run them; null: none answer. */
  serverOf(ref: string): ServedCluster | null {
    if (!this.isServing(ref)) return null;
    const { metadata, spec, status } = this.#server.find('clusters', clusterName(ref));
    return {
      id: metadata.uid,
      major: status.pgDataImageInfo.majorVersion,
      archive: spec.plugins[0].parameters.serverName,
      madeOf: spec.externalClusters?.[0].plugin.parameters.serverName ?? null,
    };
  }

  /** The major version to which CloudNativePG upgrades nothing; null: there is none. */
  set failingMajor(major: PostgresMajor | null) {
    if (this.#operator !== null) this.#operator.failingMajor = major;
  }

  /** How a project's cluster came to its database, as it was asked of the operator. */
  bootstrapOf(ref: string): unknown {
    return this.#server.find('clusters', clusterName(ref)).spec.bootstrap;
  }

  /** The memory that a project's servers have, and the parameters that they were given. */
  sizeOf(ref: string): { memory: string; parameters: Record<string, string> } {
    const { spec } = this.#server.find('clusters', clusterName(ref));
    return { memory: spec.resources.limits.memory, parameters: spec.postgresql.parameters };
  }

  /** What PgBouncer of a project is asked for: how many pods, and how many connections each has; null: there is none. */
  poolerOf(ref: string): { pods: number; connections: number } | null {
    const pooler = this.#server.find('poolers', poolerName(ref));
    if (pooler === null) return null;
    const { instances, pgbouncer } = pooler.spec;
    return { pods: instances, connections: Number(pgbouncer.parameters.default_pool_size) };
  }

  /** The superuser's password, as the operator was given it. */
  passwordOf(ref: string): string {
    const { data } = this.#server.find('secrets', `${clusterName(ref)}-login`);
    return Buffer.from(data.password, 'base64').toString();
  }

  /** Names of everything that a project has there. */
  objectsOf(ref: string): string[] {
    return ['clusters', 'poolers', 'backups', 'scheduledbackups', 'secrets']
      .flatMap((plural) => this.#server.all(plural))
      .map(({ metadata }) => metadata.name as string)
      .filter((name) => name.startsWith(clusterName(ref)));
  }
}
