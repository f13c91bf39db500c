import { randomInt } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FunctionLogEntry, ProjectFunction, ProjectSnapshot } from '@basalt/project';
import { FUNCTION_LIMITS, type FunctionLimits } from '../limits.ts';
import { makeRoot, offersSandbox } from '../sandbox/sandbox.ts';
import { type FunctionTraits, readTraits } from '../traits/function-traits.ts';
import type { ProjectWays } from './door.ts';
import { FunctionBootError, type FunctionEnd, FunctionProcess } from './function-process.ts';
import { Runtime } from './runtime.ts';
import { SpareRuntimes } from './spare-runtimes.ts';

const PROGRAM = fileURLToPath(new URL('../program', import.meta.url));
/** Users that nobody else has: those of databases begin below, those that render images end before. */
const FIRST_UID = 2_147_200_000;
const UIDS = 10_000;
/** Of all projects. */
const MOST_ALIVE = 100;
const LOOK_MS = 1_000;
const REFILL_MS = 50;

export interface RunnerOptions {
  /** The folder of what was deployed as this digest. */
  filesOf(ref: string, digest: string): string;
  /** Variables and secrets of a project's functions. */
  environmentOf(ref: string): Promise<Record<string, string>>;
  waysOf(project: ProjectSnapshot): ProjectWays;
  log(ref: string, entry: FunctionLogEntry): void;
  /** A folder that only we may write, with a short path: sockets are below it. */
  folder: string;
  limits?: Partial<FunctionLimits>;
}

/** A function to which requests may be sent until `leave` is called. */
export interface RunningFunction {
  socketPath: string;
  ended: Promise<FunctionEnd>;
  leave(): void;
}

interface Held {
  /** What it was started with: another version, key or secret takes another process. */
  state: string;
  process: Promise<FunctionProcess>;
  alive: FunctionProcess | null;
}

/** Starts functions when they are called, one process each, and ends them when they are not for a while. */
export class FunctionRunner {
  readonly limits: FunctionLimits;
  readonly #options: RunnerOptions;
  readonly #held = new Map<string, Held>();
  readonly #leaving = new Set<FunctionProcess>();
  readonly #uids = new Set<number>();
  readonly #spares = new SpareRuntimes(() => this.#openRuntime(null));
  readonly #ready: Promise<{ root: string | null }>;
  readonly #sweeper: NodeJS.Timeout;
  /** Not the same first one as that of another installation on this machine: what a user may have is counted over all of them. */
  #lastUid = randomInt(UIDS);
  #starts = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.limits = { ...FUNCTION_LIMITS, ...options.limits };
    this.#ready = this.#prepare();
    // Whoever calls first is told.
    this.#ready.catch(() => {});
    this.#sweeper = setInterval(() => this.#sweep(), LOOK_MS).unref();
  }

  /** @throws {FunctionBootError} when it does not start */
  async enter(project: ProjectSnapshot, own: ProjectFunction): Promise<RunningFunction> {
    this.#spares.noteUse();
    const key = `${project.ref}/${own.slug}`;
    const state = `${own.version} ${own.digest} ${project.functionVariables}`;
    let held = this.#held.get(key);
    if (held !== undefined && (held.state !== state || held.alive?.isAlive === false)) {
      this.#retire(key, held);
      held = undefined;
    }
    held ??= this.#start(key, state, project, own);
    const process = await held.process;
    // It was asked to end while this request waited for its start.
    if (!process.isAlive) return this.enter(project, own);
    process.enter();
    return { socketPath: process.socketPath, ended: process.ended, leave: () => process.leave() };
  }

  /** A project changed: what it does not serve any more ends. */
  changed(ref: string, snapshot: ProjectSnapshot | null): void {
    const serves = snapshot !== null && snapshot.unavailable === null;
    for (const [key, held] of this.#held) {
      if (!key.startsWith(`${ref}/`)) continue;
      const isThere = serves && snapshot.functions.some(({ slug }) => key === `${ref}/${slug}`);
      if (!isThere) this.#retire(key, held);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const all = [...this.#held.values()].flatMap(({ alive }) => alive ?? []);
    this.#held.clear();
    await this.#spares.close();
    for (const process of [...all, ...this.#leaving]) process.kill('stopped');
    await Promise.all(all.map(({ ended }) => ended));
    await rm(this.#options.folder, { recursive: true, force: true });
  }

  #start(key: string, state: string, project: ProjectSnapshot, own: ProjectFunction): Held {
    const held: Held = { state, alive: null, process: this.#launch(project, own) };
    this.#held.set(key, held);
    held.process.then(
      (process) => {
        held.alive = process;
        void process.ended.then(() => {
          if (this.#held.get(key) === held) this.#held.delete(key);
        });
        // It was replaced, or closed, while it started.
        if (this.#held.get(key) !== held) this.#end(process);
      },
      () => {
        if (this.#held.get(key) === held) this.#held.delete(key);
      },
    );
    return held;
  }

  async #launch(project: ProjectSnapshot, own: ProjectFunction): Promise<FunctionProcess> {
    const { filesOf, environmentOf, waysOf, log } = this.#options;
    const { ref, publicUrl } = project;
    const began = performance.now();
    this.#makeRoom();
    try {
      const files = filesOf(ref, own.digest);
      const traits = await readTraits(files);
      const opening = this.#runtimeFor(files, traits);
      const [environment, runtime] = await Promise.all([environmentOf(ref), opening]).catch((error) => {
        opening.then(
          (unused) => unused.kill(),
          () => {},
        );
        throw error;
      });
      return await FunctionProcess.start({
        ref,
        function: own,
        traits,
        publicUrl,
        environment,
        ways: waysOf(project),
        runtime,
        limits: this.limits,
        began,
        log: (entry) => log(ref, entry),
      });
    } catch (error) {
      if (error instanceof FunctionBootError) throw error;
      throw new FunctionBootError('The function could not be started.', { cause: error });
    } finally {
      // The next one that starts should find another, whose start must not slow down the first answer of this one.
      setTimeout(() => this.#lookForSpares(), REFILL_MS).unref();
    }
  }

  /** A runtime with the function's files: one that waited for a function, or where there is none for it, a new one. */
  async #runtimeFor(files: string, { importMap }: FunctionTraits): Promise<Runtime> {
    const spare = importMap ? null : this.#spares.take();
    if (spare === null) return this.#openRuntime(files);
    try {
      await spare.mount(files);
      return spare;
    } catch {
      // It waits in vain on a machine that mounts nothing into other namespaces, and so would the next one.
      if (spare.isAlive) void this.#spares.close();
      spare.kill();
      return this.#openRuntime(files);
    }
  }

  /** @param files of the function that it starts with; null: it waits for one */
  async #openRuntime(files: string | null): Promise<Runtime> {
    const { root } = await this.#ready;
    const uid = root === null ? null : this.#takeUid();
    this.#starts += 1;
    try {
      const runtime = await Runtime.open({
        folder: join(this.#options.folder, `${this.#starts}`),
        program: PROGRAM,
        root,
        uid,
        memoryBytes: this.limits.memoryBytes,
        files,
      });
      void runtime.ended.then(() => this.#uids.delete(uid ?? 0));
      return runtime;
    } catch (error) {
      this.#uids.delete(uid ?? 0);
      throw error;
    }
  }

  /** What a gateway that was killed has left is cleared away: its functions ended with it. */
  async #prepare(): Promise<{ root: string | null }> {
    const { folder } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o711 });
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    if (!(await offersSandbox())) return { root: null };
    const root = join(folder, 'root');
    await makeRoot(root);
    return { root };
  }

  #takeUid(): number {
    do this.#lastUid = (this.#lastUid + 1) % UIDS;
    while (this.#uids.has(FIRST_UID + this.#lastUid));
    this.#uids.add(FIRST_UID + this.#lastUid);
    return FIRST_UID + this.#lastUid;
  }

  /** @throws {FunctionBootError} when all that run are busy */
  #makeRoom(): void {
    if (this.#held.size + this.#leaving.size <= MOST_ALIVE) return;
    const idle = [...this.#held].filter(([, { alive }]) => alive !== null && !alive.isBusy);
    const [longest] = idle.sort(([, a], [, b]) => (b.alive?.idleMs ?? 0) - (a.alive?.idleMs ?? 0));
    if (longest === undefined) throw new FunctionBootError('Too many functions run at the moment.');
    this.#retire(...longest);
  }

  #sweep(): void {
    for (const [key, held] of this.#held)
      if (held.alive !== null && held.alive.idleMs > this.limits.idleMs) this.#retire(key, held);
    for (const process of this.#leaving) if (!process.isBusy) this.#end(process);
    this.#lookForSpares();
  }

  /** Where there is no sandbox, its permissions name the files that a process may read, so it must start with them. */
  #lookForSpares(): void {
    void this.#ready.then(({ root }) => root !== null && this.#spares.look());
  }

  /** No request is sent to it any more. It ends when those that it answers are over. */
  #retire(key: string, held: Held): void {
    if (this.#held.get(key) === held) this.#held.delete(key);
    const { alive } = held;
    if (alive === null || !alive.isAlive) return;
    if (alive.isBusy) this.#leaving.add(alive);
    else this.#end(alive);
  }

  #end(process: FunctionProcess): void {
    this.#leaving.delete(process);
    process.stop();
  }
}
