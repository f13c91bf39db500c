import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findDeno } from '../deno/find-deno.ts';
import { type Places, permissionOptions } from '../deno/permissions.ts';
import { INSIDE, mountFunction, mountList, sandboxedCommand } from '../sandbox/sandbox.ts';
import { type ConsoleMessage, readConsole } from './console-lines.ts';
import { Door, type ProjectWays } from './door.ts';
import { lastOfLine } from './watch-process.ts';

export interface RuntimeOptions {
  /** A folder of this process alone, for its sockets. Short, because of the paths of sockets. */
  folder: string;
  /** Our programs that run in Deno. */
  program: string;
  /** An empty folder, which the sandbox's file system is mounted over; null: this machine has no sandbox. */
  root: string | null;
  /** Who it runs as; null: as ourselves, without a sandbox. */
  uid: number | null;
  memoryBytes: number;
  /** The folder with what was deployed and what it imports; null: it is told later, which takes a sandbox. */
  files: string | null;
}

/** What a runtime is told of the function that it runs. */
export interface Task {
  /** Path of the file that is loaded, below the folder of the files. */
  entrypoint: string;
  environment: Readonly<Record<string, string>>;
  /** The project's API: the URL that everybody uses, and the path to it behind the door. */
  api: { url: string; path: string };
  /** The name of the project's database, as the function knows it. */
  databaseHost: string;
  usesNodeSockets: boolean;
  ways: ProjectWays;
}

type Heard = [message: ConsoleMessage, stream: 'stdout' | 'stderr'];

/** Until it has a function only our own program runs, which says little. */
const MOST_EARLY = 50;

/**
 * Deno in its sandbox, with its door. It waits for one function and never runs another: what a function leaves behind in its process
 * ends with it.
 */
export class Runtime {
  readonly execution: string;
  /** True once it waits for its function, false when it ended before. */
  readonly isWaiting: Promise<boolean>;
  /** Resolves when its process is gone and its sockets with it. An error says that there was none. */
  readonly ended: Promise<Error | null>;
  readonly #options: RuntimeOptions;
  readonly #door: Door;
  readonly #child: ChildProcess;
  #isAlive = true;
  /** What it wrote before anybody listened. */
  readonly #early: Heard[] = [];
  #listener: ((...heard: Heard) => void) | null = null;

  private constructor(options: RuntimeOptions, door: Door, list: string) {
    this.#options = options;
    this.#door = door;
    this.execution = randomUUID();
    this.#child = spawnDeno(options, list, this.execution);
    this.ended = new Promise((resolve) => {
      const end = (error: Error | null) => {
        if (!this.#isAlive) return;
        this.#isAlive = false;
        void Promise.all([door.close(), rm(list, { force: true })])
          .catch(() => {})
          .then(() => resolve(error));
      };
      this.#child.once('error', end);
      this.#child.once('close', () => end(null));
    });
    this.isWaiting = new Promise((resolve) => {
      void this.ended.then(() => resolve(false));
      this.#listen(() => resolve(true));
    });
  }

  /** Starts one. @throws Error when its folder or sockets cannot be made */
  static async open(options: RuntimeOptions): Promise<Runtime> {
    const { folder, root, files, uid, program } = options;
    const list = `${folder}.mounts`;
    const door = await Door.open(folder, uid);
    try {
      if (root !== null) {
        const mounts = { deno: findDeno(), program, function: files, writable: false, door: folder };
        await writeFile(list, mountList(root, { ...mounts, uid: uid ?? 0 }), { mode: 0o600 });
      }
      return new Runtime(options, door, list);
    } catch (error) {
      await Promise.all([door.close(), rm(list, { force: true })]);
      throw error;
    }
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Whether it was started before it was known what for. */
  get wasSpare(): boolean {
    return this.#options.files === null;
  }

  /** Whatever it writes, from the beginning. */
  hear(listener: (...heard: Heard) => void): void {
    for (const heard of this.#early.splice(0)) listener(...heard);
    this.#listener = listener;
  }

  /**
   * Gives it the files of its function, which it was started without. It must be waiting.
   * @throws Error when they cannot be mounted
   */
  async mount(files: string): Promise<void> {
    const { pid } = this.#child;
    const { root } = this.#options;
    if (pid === undefined || root === null) throw new Error('Only what runs in a sandbox gets files later.');
    await mountFunction(pid, root, files);
  }

  /** Tells it what to run, once. */
  give({ entrypoint, environment, api, databaseHost, usesNodeSockets, ways }: Task): void {
    this.#door.lead(ways);
    const { function: own } = placesOf(this.#options);
    const start = {
      entrypoint: pathToFileURL(join(own, 'source', entrypoint)).href,
      environment,
      api,
      databaseHost,
      usesNodeSockets,
    };
    // It may have ended meanwhile, which is heard of elsewhere.
    this.#child.stdin?.on('error', () => {}).end(JSON.stringify(start));
  }

  /** The path of the socket that the function answers on, once it said that it listens. @throws Error when it made none */
  seal(): Promise<string> {
    return this.#door.seal(this.#options.uid);
  }

  /** The process that does the work; null where nothing tells which that is. */
  async worker(): Promise<number | null> {
    const { pid } = this.#child;
    return pid === undefined || process.platform !== 'linux' ? null : lastOfLine(pid);
  }

  async signal(signal: NodeJS.Signals): Promise<void> {
    const pid = (await this.worker()) ?? this.#child.pid;
    try {
      if (pid !== undefined) process.kill(pid, signal);
    } catch {
      // It has ended already.
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #listen(waits: () => void): void {
    const { stdout, stderr } = this.#child;
    if (stdout !== null)
      readConsole(stdout, 'log', (heard) => {
        if (heard.kind === 'waiting') waits();
        else this.#hear(heard, 'stdout');
      });
    if (stderr !== null) readConsole(stderr, 'error', (heard) => this.#hear(heard, 'stderr'));
  }

  #hear(...heard: Heard): void {
    if (this.#listener !== null) this.#listener(...heard);
    else if (this.#early.length < MOST_EARLY) this.#early.push(heard);
  }
}

/** Where the folders stand for the process. Without files it has a sandbox, in which they have names of their own. */
function placesOf({ root, files, folder, program }: RuntimeOptions): Places {
  return root === null
    ? { function: files ?? '', door: folder, temporary: join(folder, 'listen'), program }
    : {
        function: INSIDE.function,
        door: INSIDE.door,
        temporary: INSIDE.temporary,
        program: INSIDE.program,
      };
}

function spawnDeno(options: RuntimeOptions, list: string, execution: string): ChildProcess {
  const { root, uid, files, memoryBytes } = options;
  const places = placesOf(options);
  const command = [
    root === null ? findDeno() : INSIDE.deno,
    'run',
    '--quiet',
    '--no-config',
    '--cached-only',
    // It would be gone with the process.
    '--no-code-cache',
    ...(files === null ? [] : [`--import-map=${join(places.function, 'import-map.json')}`]),
    `--v8-flags=--max-old-space-size=${Math.floor(memoryBytes / 1024 / 1024)}`,
    ...permissionOptions(places),
    join(places.program, 'serve-function.ts'),
    places.door,
    ...(files === null ? ['spare'] : []),
  ];
  const [file = '', ...rest] = command;
  const { program: run, arguments: args } =
    root === null || uid === null
      ? { program: file, arguments: rest }
      : sandboxedCommand({ root, mountList: list, uid, running: files }, command);
  return spawn(run, args, {
    cwd: '/',
    // Nothing of the project: the first of these programs are root, and loaders and shells do what variables say.
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: places.temporary,
      TMPDIR: places.temporary,
      DENO_DIR: join(places.function, 'cache'),
      DENO_NO_PACKAGE_JSON: '1',
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
      SB_EXECUTION_ID: execution,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
