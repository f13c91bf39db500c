import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Seconds that test files take, as far as they are long for their size: a clone that has not run them yet knows only how large
 * they are. They need not be exact, only in the right order.
 */
export const KNOWN_SECONDS: Record<string, number> = {
  'apps/server/test/breach/breach.cluster.test.ts': 270,
  'apps/server/test/kill-matrix.cluster.test.ts': 150,
  'apps/server/test/server-process.cluster.test.ts': 130,
  'apps/server/test/disaster-matrix.cluster.test.ts': 100,
  'apps/server/test/kill-recovery.cluster.test.ts': 60,
  'apps/server/test/breach/breach-without-root.cluster.test.ts': 60,
  'packages/postgres/src/dump/copy-injections.cluster.test.ts': 55,
  'packages/platform/src/backups/exchange.cluster.test.ts': 30,
};

/** Begins with the files that take longest, so that at the end no worker waits for one that is busy with a long file. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const placeOf = ({ project }: TestSpecification) => projects.indexOf(project.name);
    // What is equal stays in the order of the sequencer above: the larger first.
    return sorted.sort((a, b) => placeOf(a) - placeOf(b) || this.#expected(b) - this.#expected(a));
  }

  /** Milliseconds: those of the last run here, else the known ones. */
  #expected(file: TestSpecification): number {
    const last = this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    if (last > 0) return last;
    return (KNOWN_SECONDS[relative(this.ctx.config.root, file.moduleId)] ?? 0) * 1000;
  }
}
