import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { ClusterBackups, ClusterDriver } from '@basalt/clusters';
import type { HostAnswer, HostOrder } from './host-order.ts';

const MODULE = new URL('./host.ts', import.meta.url);

/** The platform's sessions with clusters, by the address that the driver gives. */
export interface PlatformSessions {
  session(ref: string, sql: string): Promise<Record<string, unknown>[]>;
  dump(ref: string): Promise<string>;
  copy(from: string, to: string): Promise<void>;
}

export interface HostOptions {
  home: string;
  firstPort: number;
  /** Kept in its environment, where nobody else may read it. */
  secret: string;
  /** Who it runs as; null: root. */
  uid: number | null;
}

/** The process that looks after the clusters, and can be started again when an attempt has made it useless. */
export class HostProcess {
  readonly driver: ClusterDriver;
  readonly backups: ClusterBackups;
  readonly platform: PlatformSessions;
  readonly home: string;
  readonly #options: HostOptions;
  readonly #waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: unknown) => void }
  >();
  #process: ChildProcess | null = null;
  #orders = 0;

  constructor(options: HostOptions) {
    this.#options = options;
    this.home = options.home;
    this.driver = this.#remote<ClusterDriver>('driver');
    this.backups = this.#remote<ClusterBackups>('backups');
    this.platform = this.#remote<PlatformSessions>('platform');
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  async start(): Promise<void> {
    const { home, firstPort, secret, uid } = this.#options;
    const child = fork(MODULE, {
      env: {
        PATH: process.env.PATH,
        BREACH_HOME: home,
        BREACH_FIRST_PORT: String(firstPort),
        BREACH_SECRET: secret,
      },
      cwd: '/',
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      ...(uid === null ? {} : { uid, gid: uid }),
    });
    this.#process = child;
    child.on('exit', () => this.#hasEnded(child));
    const ready = new Promise((resolve, reject) => this.#waiting.set(0, { resolve, reject }));
    child.on('message', (message) => this.#hear(message as HostAnswer));
    await ready;
  }

  isAlive(): boolean {
    const child = this.#process;
    return child !== null && child.exitCode === null && child.signalCode === null;
  }

  /** After an attempt that left it waiting for something that never comes. Clusters live on. */
  async startAgain(): Promise<void> {
    await this.kill();
    await this.start();
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (child === null || !this.isAlive()) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  #remote<T extends object>(target: HostOrder['target']): T {
    return new Proxy({} as T, {
      get:
        (_target, method) =>
        (...args: unknown[]) =>
          this.#ask(target, String(method), args),
    });
  }

  #ask(target: HostOrder['target'], method: string, args: unknown[]): Promise<unknown> {
    this.#orders += 1;
    const id = this.#orders;
    return new Promise((resolve, reject) => {
      if (!this.isAlive()) return reject(new Error('The process that looks after the clusters is dead.'));
      this.#waiting.set(id, { resolve, reject });
      this.#process?.send({ id, target, method, args } satisfies HostOrder);
    });
  }

  #hear({ id, value, error }: HostAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
    else waiting?.resolve(value);
  }

  #hasEnded(child: ChildProcess): void {
    if (child !== this.#process) return;
    for (const { reject } of this.#waiting.values())
      reject(new Error('The process that looks after the clusters ended.'));
    this.#waiting.clear();
  }
}
