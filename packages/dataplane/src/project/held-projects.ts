import type { ProjectSnapshot } from '@basalt/project';
import { HeldProject, type HeldProjectOptions } from './held-project.ts';
import { ResultRooms } from './result-rooms.ts';

const IDLE_MS = 5 * 60_000;

export interface HeldProjectsOptions extends HeldProjectOptions {
  /** Default five minutes: a project without requests holds no connection after that. */
  idleMs?: number | undefined;
}

/** The projects in use, for all services of the gateway. */
export class HeldProjects {
  readonly #options: HeldProjectsOptions;
  readonly #projects = new Map<string, HeldProject>();
  /** A request that was long on its way here may come with what held before. */
  readonly #superseded = new WeakSet<ProjectSnapshot>();
  readonly #latest = new Map<string, ProjectSnapshot>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: HeldProjectsOptions = {}) {
    this.#options = { rooms: new ResultRooms(), ...options };
    const idleMs = options.idleMs ?? IDLE_MS;
    this.#sweep = setInterval(() => this.#closeUnused(Date.now() - idleMs), Math.min(idleMs, 30_000));
    this.#sweep.unref();
  }

  /** What is held for a project that asks now, as its newest snapshot says. */
  use(snapshot: ProjectSnapshot): HeldProject {
    const held = this.#projects.get(snapshot.ref);
    if (held !== undefined && this.#isKnown(snapshot)) return held;
    if (held?.follow(snapshot)) return held;
    held?.closeWhenIdle();
    return this.#open(snapshot);
  }

  /** A project changed: what it is now, null when it is gone. One that does not serve keeps no connection, unless its database alone restarts. */
  async changed(ref: string, snapshot: ProjectSnapshot | null): Promise<void> {
    const held = this.#projects.get(ref);
    if (held === undefined) return;
    if (snapshot !== null && snapshot.unavailable === null) {
      this.use(snapshot);
      return;
    }
    if (snapshot?.unavailable?.kind === 'starting' && held.follow(snapshot)) return;
    this.#forget(ref);
    await held.close();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    const held = [...this.#projects.values()];
    this.#projects.clear();
    await Promise.all(held.map((project) => project.close()));
  }

  /** Whether a snapshot brings nothing new; remembers it otherwise. */
  #isKnown(snapshot: ProjectSnapshot): boolean {
    const latest = this.#latest.get(snapshot.ref);
    if (latest === snapshot || this.#superseded.has(snapshot)) return true;
    if (latest !== undefined) this.#superseded.add(latest);
    this.#latest.set(snapshot.ref, snapshot);
    return false;
  }

  #open(snapshot: ProjectSnapshot): HeldProject {
    const project = new HeldProject(snapshot, this.#options);
    this.#projects.set(snapshot.ref, project);
    this.#latest.set(snapshot.ref, snapshot);
    return project;
  }

  #forget(ref: string): void {
    this.#projects.delete(ref);
    this.#latest.delete(ref);
  }

  #closeUnused(before: number): void {
    for (const [ref, project] of this.#projects) {
      if (!project.isUnusedSince(before)) continue;
      this.#forget(ref);
      void project.close();
    }
  }
}
