import type { KeptPlace, ServerKeeper } from '../attached/server-keeper.ts';
import { type ClusterSettings, type PostgresMajor, SMALL_SETTINGS } from '../driver.ts';
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

  create(ref: string, major: PostgresMajor, password: string): Promise<void> {
    return this.#clusters.create(ref, major, { settings: SMALLEST, diskGb: this.#diskGb }, password);
  }

  async start(ref: string, settings: ClusterSettings | undefined): Promise<void> {
    const state = await this.#clusters.state(ref);
    // What does not run is not started twice for another size.
    if (settings !== undefined && state?.is === 'paused') await this.#clusters.configure(ref, { settings });
    await this.#clusters.resume(ref);
  }

  stop(ref: string): Promise<void> {
    return this.#clusters.pause(ref);
  }

  async restart(ref: string, settings: ClusterSettings | undefined): Promise<void> {
    if (settings !== undefined) await this.#clusters.configure(ref, { settings });
    await this.#clusters.restart(ref, new Date());
  }

  remove(ref: string): Promise<void> {
    return this.#clusters.remove(ref);
  }

  async exists(ref: string): Promise<boolean> {
    return (await this.#clusters.state(ref)) !== null;
  }

  certificateAuthority(ref: string): Promise<string> {
    return this.#clusters.certificateAuthority(ref);
  }
}
