import type { KeptBackups, KeptPlace, KeptPooler, ServerKeeper } from '../attached/server-keeper.ts';
import {
  type ClusterSettings,
  type KeptOrigin,
  type Pool,
  type PostgresMajor,
  SMALL_SETTINGS,
} from '../driver.ts';
import type { KubernetesClusters } from './kubernetes-clusters.ts';

/** Servers begin small; their project says how large they are when it starts them. */
const SMALLEST: ClusterSettings = { ...SMALL_SETTINGS, limits: { memoryMb: 512, cpus: 2 } };

/** Keeps the servers of projects in Kubernetes. */
export class KubernetesKeeper implements ServerKeeper {
  readonly #clusters: KubernetesClusters;
  readonly #diskGb: number;

  /** @param diskGb of new servers; their volumes may have grown since */
  constructor(clusters: KubernetesClusters, diskGb: number) {
    this.#clusters = clusters;
    this.#diskGb = diskGb;
  }

  place(ref: string): KeptPlace {
    return this.#clusters.place(ref);
  }

  pooler(ref: string): KeptPooler | null {
    return this.#clusters.pooler(ref);
  }

  setPool(ref: string, pool: Pool): Promise<void> {
    return this.#clusters.setPool(ref, pool);
  }

  async create(ref: string, major: PostgresMajor, password: string, origin?: KeptOrigin): Promise<void> {
    if (origin === undefined) {
      await this.#clusters.create(ref, major, { settings: SMALLEST, diskGb: this.#diskGb }, password);
      return;
    }
    const { settings, until, replaces } = origin;
    const found = await this.#clusters.originOf(origin.ref, major, until);
    const size = { settings, diskGb: Math.max(found.diskGb, this.#diskGb) };
    if (replaces === undefined) await this.#clusters.create(ref, major, size, password, found.origin);
    else await this.#clusters.replace(ref, major, size, password, found.origin, replaces);
  }

  async start(ref: string, settings: ClusterSettings | undefined): Promise<void> {
    const state = await this.#clusters.state(ref);
    // What does not run is not started twice for another size.
    if (settings !== undefined && state?.is === 'paused') await this.#clusters.configure(ref, { settings });
    await this.#clusters.resume(ref, settings?.pool);
  }

  stop(ref: string): Promise<void> {
    return this.#clusters.pause(ref);
  }

  async restart(ref: string, settings: ClusterSettings | undefined): Promise<void> {
    if (settings !== undefined) await this.#clusters.configure(ref, { settings });
    await this.#clusters.restart(ref, new Date(), settings?.pool);
  }

  remove(ref: string): Promise<void> {
    return this.#clusters.remove(ref);
  }

  upgrade(ref: string, major: PostgresMajor): Promise<void> {
    return this.#clusters.upgrade(ref, major);
  }

  major(ref: string): Promise<number | null> {
    return this.#clusters.major(ref);
  }

  async backups(ref: string): Promise<KeptBackups> {
    return { schedule: this.#clusters.schedule, backups: await this.#clusters.backups(ref) };
  }

  async backUp(ref: string, id: string): Promise<void> {
    await this.#clusters.backUp(ref, id, 'archive');
  }

  async beginBackUp(ref: string, id: string): Promise<void> {
    await this.#clusters.beginBackUp(ref, id, 'archive');
  }

  async exists(ref: string): Promise<boolean> {
    return (await this.#clusters.state(ref)) !== null;
  }

  isUnreplaced(ref: string, replaces: string): Promise<boolean> {
    return this.#clusters.isUnreplaced(ref, replaces);
  }

  certificateAuthority(ref: string): Promise<string> {
    return this.#clusters.certificateAuthority(ref);
  }
}
