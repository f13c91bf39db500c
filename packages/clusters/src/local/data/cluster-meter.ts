import type { ClusterStats, StatsOptions } from '../../driver.ts';
import { type DiskFigures, diskUsage } from '../files/disk.ts';
import { processes } from '../processes/processes.ts';
import { findServer } from '../server/running-server.ts';
import type { ClusterOnDisk } from './cluster-on-disk.ts';

const NOTHING: DiskFigures = { diskBytes: 0, walBytes: 0, temporaryBytes: 0 };

/** What clusters use. Remembers what takes long to find out. */
export class ClusterMeter {
  readonly #disk = new Map<string, { figures: DiskFigures; at: number }>();

  async measure(
    cluster: ClusterOnDisk,
    { memory = true, diskAgeMs = 0 }: StatsOptions,
  ): Promise<ClusterStats> {
    const [server, disk] = await Promise.all([
      findServer(cluster.place),
      this.#diskUsage(cluster.data, diskAgeMs),
    ]);
    if (server)
      return { ...(await processes.usage(server.pid, memory)), ...disk, startedAt: server.startedAt };
    const nothing = {
      cpuSeconds: 0,
      pssBytes: 0,
      readBytes: 0,
      writtenBytes: 0,
      backends: 0,
      ownBackends: 0,
    };
    return { ...nothing, ...disk, startedAt: null };
  }

  /** Forgets what is remembered of the data directories in a folder. */
  forget(folder: string): void {
    for (const path of this.#disk.keys()) if (path.startsWith(`${folder}/`)) this.#disk.delete(path);
  }

  async #diskUsage(dataDirectory: string, ageMs: number): Promise<DiskFigures> {
    const known = this.#disk.get(dataDirectory);
    if (known && performance.now() - known.at < ageMs) return known.figures;
    const figures = (await diskUsage(dataDirectory)) ?? known?.figures ?? NOTHING;
    this.#disk.set(dataDirectory, { figures, at: performance.now() });
    return figures;
  }
}
