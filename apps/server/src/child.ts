import { type ChildProcess, fork } from 'node:child_process';
import type { Logger } from 'pino';
import type { ChildMessage, SupervisorMessage } from './messages.ts';

const RESTART_DELAYS_MS = [0, 500, 2_000, 5_000, 15_000];
/** A process that ran this long counts as healthy again: the next restart is quick. */
const HEALTHY_AFTER_MS = 60_000;

export interface ChildOptions {
  name: string;
  /** Module that the process runs. */
  module: URL;
  /** Size of V8's young generation in MB: a small one saves memory, a large one collecting under load. */
  youngGenerationMb: number;
  log: Logger;
  onMessage: (message: ChildMessage) => void;
  /** Called when the process ended by itself, not by a signal, with what it had to say already heard. */
  onExit: () => void;
}

/** A process of ours that is started again when it dies, slower each time, until it is told to stop. */
export class Child {
  readonly #options: ChildOptions;
  #process: ChildProcess | null = null;
  #stopping = false;
  #restarts = 0;

  constructor(options: ChildOptions) {
    this.#options = options;
  }

  start(): void {
    const { name, module, youngGenerationMb, log, onMessage, onExit } = this.#options;
    const startedAt = Date.now();
    const child = fork(module, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-semi-space-size=${youngGenerationMb}`],
    });
    this.#process = child;
    child.on('message', (message) => onMessage(message as ChildMessage));
    child.on('error', (error) => log.error({ err: error, child: name }, 'a process could not be started'));
    child.on('exit', (code, signal) => {
      this.#process = null;
      if (this.#stopping) return;
      if (Date.now() - startedAt > HEALTHY_AFTER_MS) this.#restarts = 0;
      const delay = RESTART_DELAYS_MS[Math.min(this.#restarts++, RESTART_DELAYS_MS.length - 1)];
      log.error({ child: name, code, signal, restartInMs: delay }, 'a process ended');
      setTimeout(() => this.#stopping || this.start(), delay);
      if (signal !== null) return;
      if (child.connected) child.once('disconnect', onExit);
      else onExit();
    });
  }

  /** From now on an end is not a reason to start again. */
  retire(): void {
    this.#stopping = true;
  }

  /** Asks for a clean end and waits for it; kills after the deadline. */
  async stop(deadlineMs: number): Promise<void> {
    this.retire();
    const child = this.#process;
    if (child === null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.send({ type: 'stop' } satisfies SupervisorMessage, () => {});
    const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
    await ended;
    clearTimeout(timer);
  }
}
