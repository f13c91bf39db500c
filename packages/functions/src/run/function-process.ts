import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FunctionLogEntry, FunctionLogLevel, ProjectFunction } from '@basalt/project';
import { findDeno } from '../deno/find-deno.ts';
import { permissionOptions } from '../deno/permissions.ts';
import type { FunctionLimits } from '../limits.ts';
import { INSIDE, mountList, sandboxedCommand } from '../sandbox/sandbox.ts';
import { type FunctionTraits, readTraits } from '../traits/function-traits.ts';
import { readConsole } from './console-lines.ts';
import { Door, type ProjectWays } from './door.ts';
import { lastOfLine, useOf } from './watch-process.ts';

/** Why a process of a function is gone. */
export type FunctionEnd = 'memory' | 'cpu' | 'crash' | 'stopped';

export interface ProcessOptions {
  ref: string;
  function: ProjectFunction;
  /** The folder with what was deployed and what it imports. */
  files: string;
  /** The project's API as everybody knows it. */
  publicUrl: string;
  environment: Readonly<Record<string, string>>;
  ways: ProjectWays;
  /** A folder of this process alone, for its sockets. Short, because of the paths of sockets. */
  folder: string;
  /** Our programs that run in Deno. */
  program: string;
  /** An empty folder, which the sandbox's file system is mounted over; null: this machine has no sandbox. */
  root: string | null;
  uid: number | null;
  limits: FunctionLimits;
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

/** One running function: its process, its sockets, and a watch on what it takes. */
export class FunctionProcess {
  readonly ended: Promise<FunctionEnd>;
  readonly #options: ProcessOptions;
  readonly #execution = randomUUID();
  #child: ChildProcess | null = null;
  #socketPath = '';
  #end: FunctionEnd | null = null;
  #active = 0;
  /** Processor time at the first look since it has something to do, null before it; and requests begun since. */
  #busyFrom: number | null = null;
  #begun = 0;
  #lastUsed = performance.now();
  #settle: (end: FunctionEnd) => void = () => {};

  private constructor(options: ProcessOptions) {
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
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
    void this.#signal('SIGTERM');
    setTimeout(() => this.kill('stopped'), END_PATIENCE_MS).unref();
  }

  kill(reason: FunctionEnd): void {
    this.#end ??= reason;
    this.#child?.kill('SIGKILL');
  }

  async #start(): Promise<void> {
    const { uid, folder, files, ways, limits, root } = this.#options;
    const began = performance.now();
    const [door, traits] = await Promise.all([Door.open(folder, uid, ways), readTraits(files)]);
    const list = `${folder}.mounts`;
    try {
      if (root !== null) await writeFile(list, mountList(root, this.#mounts()), { mode: 0o600 });
      const child = this.#spawn(list, traits);
      this.#child = child;
      const isReady = this.#listen(child);
      const ended = this.#watchEnd(child, door, list);
      const timer = setTimeout(() => this.kill('crash'), limits.bootMs);
      const ready = await Promise.race([isReady, ended.then(() => false)]);
      clearTimeout(timer);
      if (!ready) throw new FunctionBootError('The function ended before it listened.');
      this.#socketPath = await door.seal(uid);
    } catch (error) {
      this.kill('crash');
      if (this.#child === null) await this.#clear(door, list);
      if (error instanceof FunctionBootError) throw error;
      throw new FunctionBootError('The function could not be started.', { cause: error });
    }
    this.#tell('boot', 'info', `Listening after ${Math.round(performance.now() - began)} ms.`);
    this.#watchUse();
  }

  #mounts() {
    const { files, folder, program, uid } = this.#options;
    return { deno: findDeno(), program, function: files, writable: false, door: folder, uid: uid ?? 0 };
  }

  #spawn(list: string, traits: FunctionTraits): ChildProcess {
    const {
      function: own,
      files,
      folder,
      program,
      environment,
      root,
      uid,
      limits,
      publicUrl,
      ref,
    } = this.#options;
    const places =
      root === null
        ? { function: files, door: folder, temporary: join(folder, 'listen'), program }
        : {
            function: INSIDE.function,
            door: INSIDE.door,
            temporary: INSIDE.temporary,
            program: INSIDE.program,
          };
    const start = {
      entrypoint: pathToFileURL(join(places.function, 'source', own.entrypoint)).href,
      socket: join(places.door, 'listen/function.sock'),
      api: { url: publicUrl, path: `/${ref}`, socket: join(places.door, 'api.sock') },
      database: { host: DATABASE_HOST, socket: join(places.door, '.s.PGSQL.5432') },
      usesNodeSockets: traits.nodeSockets,
    };
    const command = [
      root === null ? findDeno() : INSIDE.deno,
      'run',
      '--quiet',
      '--no-config',
      '--cached-only',
      // It would be gone with the process.
      '--no-code-cache',
      `--import-map=${join(places.function, 'import-map.json')}`,
      `--v8-flags=--max-old-space-size=${Math.floor(limits.memoryBytes / 1024 / 1024)}`,
      ...permissionOptions(places),
      join(places.program, 'serve-function.ts'),
      JSON.stringify(start),
    ];
    const [file = '', ...rest] = command;
    const { program: run, arguments: args } =
      root === null || uid === null
        ? { program: file, arguments: rest }
        : sandboxedCommand({ root, mountList: list, uid, running: files }, command);
    return spawn(run, args, {
      cwd: '/',
      env: {
        ...environment,
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: places.temporary,
        TMPDIR: places.temporary,
        DENO_DIR: join(places.function, 'cache'),
        DENO_NO_PACKAGE_JSON: '1',
        DENO_NO_UPDATE_CHECK: '1',
        NO_COLOR: '1',
        SB_EXECUTION_ID: this.#execution,
        DENO_DEPLOYMENT_ID: `${ref}_${own.id}_${own.version}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  #listen({ stdout, stderr }: ChildProcess): Promise<boolean> {
    return new Promise((resolve) => {
      if (stdout !== null)
        readConsole(stdout, 'log', (heard) => {
          if (heard.kind === 'ready') resolve(true);
          else this.#tell(heard.kind, heard.level, heard.message);
        });
      if (stderr !== null)
        readConsole(stderr, 'error', (heard) => {
          if (heard.kind === 'ready') return;
          // How V8 ends a process whose objects take more than it may have.
          if (/out of memory|heap limit/i.test(heard.message)) this.#end ??= 'memory';
          this.#tell(heard.kind, heard.level, heard.message);
        });
    });
  }

  #watchEnd(child: ChildProcess, door: Door, list: string): Promise<void> {
    return new Promise((resolve) => {
      child.on('error', (error) => {
        this.#tell('exit', 'error', error.message);
        finish();
      });
      child.on('close', () => finish());
      const finish = () => {
        this.#end ??= 'crash';
        this.#tell('exit', this.#end === 'stopped' ? 'info' : 'error', ENDS[this.#end]);
        this.#settle(this.#end);
        void this.#clear(door, list);
        resolve();
      };
    });
  }

  async #clear(door: Door, list: string): Promise<void> {
    await Promise.all([door.close(), rm(list, { force: true })]).catch(() => {});
  }

  /** Ends it when it takes more memory than it may have, or more of a processor than its requests may take together. */
  #watchUse(): void {
    const { limits } = this.#options;
    let looks = 0;
    const timer = setInterval(async () => {
      looks += 1;
      // One that rests is looked at now and then.
      if (this.#active === 0 && looks % IDLE_LOOKS !== 0) return;
      const pid = await this.#worker();
      const use = pid === null ? null : await useOf(pid);
      if (use === null) return;
      if (use.residentBytes > limits.memoryBytes * 1.5) this.kill('memory');
      if (this.#active === 0) return;
      this.#busyFrom ??= use.cpuMs;
      if (use.cpuMs - this.#busyFrom > limits.cpuMs * this.#begun) this.kill('cpu');
    }, WATCH_MS).unref();
    void this.ended.then(() => clearInterval(timer));
  }

  async #worker(): Promise<number | null> {
    const pid = this.#child?.pid;
    return pid === undefined || process.platform !== 'linux' ? null : lastOfLine(pid);
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    const pid = (await this.#worker()) ?? this.#child?.pid;
    try {
      if (pid !== undefined) process.kill(pid, signal);
    } catch {
      // It has ended already.
    }
  }

  #tell(kind: FunctionLogEntry['kind'], level: FunctionLogLevel, message: string): void {
    const { log, function: own } = this.#options;
    const { slug, version } = own;
    log({ time: Date.now(), slug, version, level, kind, message, execution: this.#execution });
  }
}

const ENDS: Readonly<Record<FunctionEnd, string>> = {
  memory: 'Ended: it took more memory than a function may have.',
  cpu: 'Ended: it took more processor time than its requests may.',
  crash: 'Ended by itself.',
  stopped: 'Ended: it had nothing to do, or is replaced.',
};
