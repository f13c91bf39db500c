import type { ClusterStats, StatsOptions } from '../../driver.ts';
import { type DiskFigures, diskUsage } from '../files/disk.ts';
import { processes } from '../processes/processes.ts';
import { findServer } from '../server/running-server.ts';
import type { ClusterOnDisk } from './cluster-on-disk.ts';

/** What a server does by itself when nobody uses it: looking whether there is something to clean up. */
const IDLE_CPU_PER_MINUTE = 0.1;
const MINUTE_MS = 60_000;

/** A look at everything, and when it was taken. */
interface Look {
  stats: ClusterStats;
  at: number;
}

const NOTHING: DiskFigures = { diskBytes: 0, walBytes: 0, temporaryBytes: 0 };

/** What clusters use. Remembers what takes long to find out. */
export class ClusterMeter {
  /** The last figures of each data directory, for when new ones take too long. */
  readonly #disk = new Map<string, DiskFigures>();
  readonly #looks = new Map<string, Look>();

  /** See StatsOptions. */
  async measure(cluster: ClusterOnDisk, options: StatsOptions): Promise<ClusterStats> {
    const { quietAgeMs = 0 } = options;
    if (quietAgeMs === 0) return this.#measure(cluster, options);
    const known = this.#looks.get(cluster.data);
    const still = known && performance.now() - known.at < quietAgeMs ? await sinceThen(cluster, known) : null;
    if (still) return still;
    const stats = await this.#measure(cluster, options);
    this.#looks.set(cluster.data, { stats, at: performance.now() });
    return stats;
  }

  async #measure(cluster: ClusterOnDisk, { memory = true }: StatsOptions): Promise<ClusterStats> {
    const [server, disk] = await Promise.all([findServer(cluster.place), this.#diskUsage(cluster.data)]);
    if (server)
      return { ...(await processes.usage(server.pid, memory)), ...disk, startedAt: server.startedAt };
    const nothing = {
      cpuSeconds: 0,
      pssBytes: 0,
      readBytes: 0,
      writtenBytes: 0,
      changedBytes: 0,
      backends: 0,
      ownBackends: 0,
    };
    return { ...nothing, ...disk, startedAt: null };
  }

  /** Forgets what is remembered of the data directories in a folder. */
  forget(folder: string): void {
    for (const remembered of [this.#disk, this.#looks])
      for (const path of remembered.keys()) if (path.startsWith(`${folder}/`)) remembered.delete(path);
  }

  async #diskUsage(dataDirectory: string): Promise<DiskFigures> {
    const figures = (await diskUsage(dataDirectory)) ?? this.#disk.get(dataDirectory) ?? NOTHING;
    this.#disk.set(dataDirectory, figures);
    return figures;
  }
}

/** Memory and disk as they were, if nothing has changed in the server since and it hardly worked. Null: it has, or nobody can tell. */
async function sinceThen({ place }: ClusterOnDisk, { stats, at }: Look): Promise<ClusterStats | null> {
  const server = await findServer(place);
  if (!server || server.startedAt.getTime() !== stats.startedAt?.getTime()) return null;
  const now = await processes.usage(server.pid, false);
  const worked = now.cpuSeconds - stats.cpuSeconds;
  const minutes = Math.ceil((performance.now() - at) / MINUTE_MS);
  const isQuiet =
    now.changedBytes !== null &&
    now.changedBytes === stats.changedBytes &&
    // Temporary files go without anything being written.
    stats.temporaryBytes === 0 &&
    now.backends === stats.backends &&
    worked <= IDLE_CPU_PER_MINUTE * minutes;
  return isQuiet ? { ...stats, ...now, pssBytes: stats.pssBytes } : null;
}
