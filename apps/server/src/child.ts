import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { ChildMessage, SupervisorMessage } from './messages.ts';
import { createRestartDelay } from './restart-delay.ts';

export interface ChildOptions {
  name: string;
  /** Module that the process runs. */
  module: URL;
  /** Size of V8's young generation in MB: a small one saves memory, a large one collecting under load. */
  youngGenerationMb: number;
  /** Variables besides those of this process. */
  environment?: Readonly<Record<string, string>>;
  log: Pick<Logger, 'error'>;
  /** Called as soon as the process is there, before it has begun. */
  onStart?: (pid: number) => void;
  onMessage: (message: ChildMessage) => void;
  /** Called when the process ended by itself, not by a signal, with what it had to say already heard, or never began. */
  onExit: () => void;
}

/** A process of ours that is started again when it dies, slower each time, until it is told to stop. */
export class Child {
  readonly #options: ChildOptions;
  #process: ChildProcess | null = null;
  /** Connections on their way to the process. */
  readonly #handing = new Set<Socket>();
  #stopping = false;
  readonly #delayAfter = createRestartDelay();

  constructor(options: ChildOptions) {
    this.#options = options;
  }

  /** Begins to start it. What the system refuses now (memory, processes, files) it may grant in a while. */
  start(): void {
    const { name, log, onStart, onMessage, onExit } = this.#options;
    const child = this.#fork();
    if (child === null) return;
    let readyAt: number | null = null;
    this.#process = child;
    if (child.pid !== undefined) onStart?.(child.pid);
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'ready') readyAt = performance.now();
      onMessage(message);
    });
    child.on('error', (error) => {
      // What never began has no end to wait for. Where it did begin, its end says all.
      if (child.pid === undefined) this.#refused(error);
      else log.error({ err: error, child: name }, 'a process could not be reached');
    });
    child.on('exit', (code, signal) => {
      for (const socket of this.#handing) socket.destroy();
      const delay = this.#again(readyAt);
      if (delay === null) return;
      log.error({ child: name, code, signal, restartInMs: delay }, 'a process ended');
      if (signal === null) child.once('close', onExit);
    });
  }

  /** @returns null when the system refuses at once */
  #fork(): ChildProcess | null {
    const { module, youngGenerationMb, environment } = this.#options;
    try {
      return fork(module, {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: { ...process.env, ...environment },
        execArgv: ['--disable-warning=ExperimentalWarning', `--max-semi-space-size=${youngGenerationMb}`],
      });
    } catch (error) {
      // Later, as the system's other refusals come: who starts it may not be ready to hear of it.
      setImmediate(() => this.#refused(error));
      return null;
    }
  }

  #refused(error: unknown): void {
    const { name, log, onExit } = this.#options;
    const delay = this.#again(null);
    log.error({ err: error, child: name, restartInMs: delay }, 'a process could not be started');
    if (delay !== null) onExit();
  }

  /**
   * There is no process any more: the next one is started after a while.
   * @param readyAt when the last one was ready, null when it never was
   * @returns after how many milliseconds, null when none is wanted
   */
  #again(readyAt: number | null): number | null {
    this.#process = null;
    if (this.#stopping) return null;
    const delay = this.#delayAfter(readyAt === null ? null : performance.now() - readyAt);
    // At once where it was there before. A first start that fails ends all, which `onExit` is about to say.
    if (delay === 0 && readyAt !== null) this.start();
    else setTimeout(() => this.#stopping || this.start(), delay);
    return delay;
  }

  /**
   * Hands it an open connection, which ends where the process does so before it has taken it.
   * @returns false: there is no process that could take it
   */
  hand(message: SupervisorMessage, socket: Socket): boolean {
    const child = this.#process;
    if (child === null || !child.connected) return false;
    this.#handing.add(socket);
    socket.once('close', () => this.#handing.delete(socket));
    // Node would close it when the process has confirmed it, and never where the process ends before. So it stays ours until it is
    // sent: from then on the system keeps it open as long as the process lives.
    child.send(message, socket, { keepOpen: true }, () => socket.destroy());
    return true;
  }

  /** From now on an end is not a reason to start again. */
  retire(): void {
    this.#stopping = true;
  }

  /** Asks for a clean end and waits for it; kills after the deadline. */
  async stop(deadlineMs: number): Promise<void> {
    this.retire();
    const child = this.#process;
    if (child?.pid === undefined) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.send({ type: 'stop' } satisfies SupervisorMessage, () => {});
    const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
    await ended;
    clearTimeout(timer);
  }
}
