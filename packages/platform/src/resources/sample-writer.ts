import type { Database } from '../kernel/open-database.ts';
import type { ResourceSampleRow } from '../kernel/schema.ts';
import { writeSamples } from './store.ts';

/** Looks at some dozens of projects come within this time. */
const GATHER_MS = 200;

/**
 * Writes samples down together: the looks of a minute follow one another, and each transaction of its own would make the disk
 * wait. What is gathered is lost with this process, which is one minute of a chart.
 */
export class SampleWriter {
  readonly #db: Database;
  readonly #tell: (projectId: number, error: unknown) => void;
  #gathered: ResourceSampleRow[] = [];

  /** @param tell a sample that could not be written */
  constructor(db: Database, tell: (projectId: number, error: unknown) => void) {
    this.#db = db;
    this.#tell = tell;
  }

  add(sample: ResourceSampleRow): void {
    this.#gathered.push(sample);
    if (this.#gathered.length === 1) setTimeout(() => void this.#write(), GATHER_MS).unref();
  }

  async #write(): Promise<void> {
    const samples = this.#gathered;
    this.#gathered = [];
    await writeSamples(this.#db, samples).catch(() => this.#writeEach(samples));
  }

  /** One of the projects may have been deleted since. */
  async #writeEach(samples: readonly ResourceSampleRow[]): Promise<void> {
    for (const sample of samples)
      await writeSamples(this.#db, [sample]).catch((error: unknown) => this.#tell(sample.project_id, error));
  }
}
