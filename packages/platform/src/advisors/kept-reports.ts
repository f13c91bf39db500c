import type { LintReport } from '@basalt/postgres/advisors';
import type { KeptLintReport, LintReports } from '../kernel/ports.ts';

/** A report has a few hundred findings at most; this many projects are looked at by one server in some minutes. */
const KEPT_PROJECTS = 100;

/** Keeps the newest report of each project in memory. */
export class KeptLintReports implements LintReports {
  readonly #now: () => number;
  readonly #kept = new Map<string, KeptLintReport>();
  readonly #running = new Map<string, Promise<KeptLintReport>>();
  readonly #next = new Map<string, Promise<KeptLintReport>>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async read(ref: string, maxAgeMs: number, make: () => Promise<LintReport>): Promise<KeptLintReport> {
    const kept = this.#kept.get(ref);
    if (kept !== undefined && this.#now() - kept.at.getTime() < maxAgeMs) return kept;
    const running = this.#running.get(ref);
    if (running === undefined) return this.#start(ref, make);
    // What is running may have looked already at what was changed a moment ago.
    return maxAgeMs > 0 ? running : this.#startAfter(running, ref, make);
  }

  #startAfter(
    running: Promise<KeptLintReport>,
    ref: string,
    make: () => Promise<LintReport>,
  ): Promise<KeptLintReport> {
    const waiting = this.#next.get(ref);
    if (waiting !== undefined) return waiting;
    const next = running
      .catch(() => undefined)
      .then(() => {
        this.#next.delete(ref);
        return this.#start(ref, make);
      });
    this.#next.set(ref, next);
    return next;
  }

  #start(ref: string, make: () => Promise<LintReport>): Promise<KeptLintReport> {
    const run = this.#make(ref, make).finally(() => {
      if (this.#running.get(ref) === run) this.#running.delete(ref);
    });
    this.#running.set(ref, run);
    return run;
  }

  async #make(ref: string, make: () => Promise<LintReport>): Promise<KeptLintReport> {
    const made = { at: new Date(this.#now()), report: await make() };
    this.#kept.delete(ref);
    this.#kept.set(ref, made);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_PROJECTS) break;
      this.#kept.delete(oldest);
    }
    return made;
  }
}
