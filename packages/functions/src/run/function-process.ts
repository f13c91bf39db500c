import type { FunctionLogEntry, FunctionLogLevel, ProjectFunction } from '@basalt/project';
import type { FunctionLimits } from '../limits.ts';
import type { FunctionTraits } from '../traits/function-traits.ts';
import type { ConsoleMessage } from './console-lines.ts';
import type { ProjectWays } from './door.ts';
import type { Runtime } from './runtime.ts';
import { useOf } from './watch-process.ts';

/** Why a process of a function is gone. */
export type FunctionEnd = 'memory' | 'cpu' | 'crash' | 'stopped';

export interface ProcessOptions {
  ref: string;
  function: ProjectFunction;
  traits: FunctionTraits;
  /** The project's API as everybody knows it. */
  publicUrl: string;
  environment: Readonly<Record<string, string>>;
  ways: ProjectWays;
  /** A runtime that has the function's files, and was not told of any function yet. */
  runtime: Runtime;
  limits: FunctionLimits;
  /** When the start began, on the clock of `performance`. */
  began: number;
  log(entry: FunctionLogEntry): void;
}

/** A function could not be started. The reasons are in its log. */
export class FunctionBootError extends Error {
  override readonly name = 'FunctionBootError';
}

/** The name of the project's database, as functions know it. */
export const DATABASE_HOST = 'db.internal';

const WATCH_MS = 100;
const IDLE_LOOKS = 20;
/** For what it has promised to finish, when it is asked to end. */
const END_PATIENCE_MS = 30_000;

/** One running function: its runtime, and a watch on what it takes. */
export class FunctionProcess {
  readonly ended: Promise<FunctionEnd>;
  readonly #options: ProcessOptions;
  #socketPath = '';
  #end: FunctionEnd | null = null;
  #active = 0;
  /** Processor time at the first look since it has something to do, null before it; and requests begun since. */
  #busyFrom: number | null = null;
  #begun = 0;
  #lastUsed = performance.now();

  private constructor(options: ProcessOptions) {
    this.#options = options;
    this.ended = options.runtime.ended.then((error) => {
      this.#end ??= 'crash';
      if (error !== null) this.#tell('exit', 'error', error.message);
      this.#tell('exit', this.#end === 'stopped' ? 'info' : 'error', ENDS[this.#end]);
      return this.#end;
    });
  }

  /** @throws {FunctionBootError} when it does not listen in time */
  static async start(options: ProcessOptions): Promise<FunctionProcess> {
    const process = new FunctionProcess(options);
    await process.#start();
    return process;
  }

  get socketPath(): string {
    return this.#socketPath;
  }

  get isBusy(): boolean {
    return this.#active > 0;
  }

  get isAlive(): boolean {
    return this.#end === null;
  }

  /** Milliseconds since its last request ended. */
  get idleMs(): number {
    return this.#active > 0 ? 0 : performance.now() - this.#lastUsed;
  }

  enter(): void {
    if (this.#active === 0) {
      this.#busyFrom = null;
      this.#begun = 0;
    }
    this.#active += 1;
    this.#begun += 1;
  }

  leave(): void {
    this.#active -= 1;
    this.#lastUsed = performance.now();
  }

  /** Asks it to end; what it promised to finish may go on for a while. */
  stop(): void {
    this.#end ??= 'stopped';
    void this.#options.runtime.signal('SIGTERM');
    setTimeout(() => this.kill('stopped'), END_PATIENCE_MS).unref();
  }

  kill(reason: FunctionEnd): void {
    this.#end ??= reason;
    this.#options.runtime.kill();
  }

  async #start(): Promise<void> {
    const { runtime, limits, began } = this.#options;
    const isReady = this.#listen();
    this.#give();
    const timer = setTimeout(() => this.kill('crash'), limits.bootMs);
    const ready = await Promise.race([isReady, this.ended.then(() => false)]);
    clearTimeout(timer);
    if (!ready) throw new FunctionBootError('The function ended before it listened.');
    try {
      this.#socketPath = await runtime.seal();
    } catch (cause) {
      this.kill('crash');
      throw new FunctionBootError('The function could not be started.', { cause });
    }
    const took = `Listening after ${Math.round(performance.now() - began)} ms`;
    this.#tell('boot', 'info', runtime.wasSpare ? `${took}, in a process that was ready.` : `${took}.`);
    this.#watchUse();
  }

  #give(): void {
    const { ref, function: own, traits, publicUrl, environment, ways, runtime } = this.#options;
    runtime.give({
      entrypoint: own.entrypoint,
      environment: {
        ...environment,
        SB_EXECUTION_ID: runtime.execution,
        DENO_DEPLOYMENT_ID: `${ref}_${own.id}_${own.version}`,
      },
      api: { url: publicUrl, path: `/${ref}` },
      databaseHost: DATABASE_HOST,
      usesNodeSockets: traits.nodeSockets,
      ways,
    });
  }

  #listen(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#options.runtime.hear((heard, stream) => {
        if ('level' in heard) this.#hear(heard, stream);
        else if (heard.kind === 'ready' && stream === 'stdout') resolve(true);
      });
    });
  }

  #hear(heard: Extract<ConsoleMessage, { level: unknown }>, stream: 'stdout' | 'stderr'): void {
    // How V8 ends a process whose objects take more than it may have.
    if (stream === 'stderr' && /out of memory|heap limit/i.test(heard.message)) this.#end ??= 'memory';
    this.#tell(heard.kind, heard.level, heard.message);
  }

  /** Ends it when it takes more memory than it may have, or more of a processor than its requests may take together. */
  #watchUse(): void {
    const { limits, runtime } = this.#options;
    let looks = 0;
    const timer = setInterval(async () => {
      looks += 1;
      // One that rests is looked at now and then.
      if (this.#active === 0 && looks % IDLE_LOOKS !== 0) return;
      const pid = await runtime.worker();
      const use = pid === null ? null : await useOf(pid);
      if (use === null) return;
      if (use.residentBytes > limits.memoryBytes * 1.5) this.kill('memory');
      if (this.#active === 0) return;
      this.#busyFrom ??= use.cpuMs;
      if (use.cpuMs - this.#busyFrom > limits.cpuMs * this.#begun) this.kill('cpu');
    }, WATCH_MS).unref();
    void this.ended.then(() => clearInterval(timer));
  }

  #tell(kind: FunctionLogEntry['kind'], level: FunctionLogLevel, message: string): void {
    const { log, function: own, runtime } = this.#options;
    const { slug, version } = own;
    log({ time: Date.now(), slug, version, level, kind, message, execution: runtime.execution });
  }
}

const ENDS: Readonly<Record<FunctionEnd, string>> = {
  memory: 'Ended: it took more memory than a function may have.',
  cpu: 'Ended: it took more processor time than its requests may.',
  crash: 'Ended by itself.',
  stopped: 'Ended: it had nothing to do, or is replaced.',
};
