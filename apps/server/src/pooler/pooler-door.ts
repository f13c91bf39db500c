import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { PoolMode } from '@basalt/pooler';
import type { Logger } from 'pino';
import { Child } from '../child.ts';
import type { ChildMessage } from '../messages.ts';

/** Connections that wait for the process to begin, at most. */
const MOST_WAITING = 1_000;

/** A port of the pooler that is open. */
export interface OpenPort {
  mode: PoolMode;
  server: Server;
}

export interface PoolerDoorOptions {
  ports: readonly OpenPort[];
  /** What its process runs. */
  module: URL;
  log: Logger;
  stopDeadlineMs: number;
}

/** Opens a port on which nobody is heard yet. @throws what the system says */
export async function openPort(mode: PoolMode, host: string, port: number): Promise<OpenPort> {
  // The process that serves it reads from it, and nobody before.
  const server = createServer({ pauseOnConnect: true });
  await once(server.listen({ host, port, exclusive: true }), 'listening');
  return { mode, server };
}

/**
 * Takes the connections of the pooler and hands them to its process, which is started by the first and stopped when nobody has
 * needed it for a while: a pooler that nobody uses takes no memory, and one that is killed is there again with the next client.
 */
export class PoolerDoor {
  readonly #options: PoolerDoorOptions;
  #child: Child | null = null;
  #isReady = false;
  #waiting: { mode: PoolMode; socket: Socket }[] = [];
  #isStopping = false;

  constructor(options: PoolerDoorOptions) {
    this.#options = options;
    for (const { mode, server } of options.ports)
      server
        .on('connection', (socket) => this.#take(mode, socket))
        .on('error', (error) => options.log.error({ err: error }, 'the pooler cannot take connections'));
  }

  /** Takes no more, and ends the process in order. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const { server } of this.#options.ports) server.close();
    this.#turnAway();
    await this.#child?.stop(this.#options.stopDeadlineMs);
  }

  #take(mode: PoolMode, socket: Socket): void {
    socket.on('error', () => socket.destroy());
    if (this.#isReady && this.#child?.hand({ type: 'connection', mode }, socket)) return;
    if (this.#isStopping || this.#waiting.length >= MOST_WAITING) {
      socket.destroy();
      return;
    }
    this.#waiting.push({ mode, socket });
    this.#child ??= this.#start();
  }

  #start(): Child {
    const child: Child = new Child({
      name: 'pooler',
      module: this.#options.module,
      youngGenerationMb: 16,
      log: this.#options.log,
      onStart: () => {
        this.#isReady = false;
      },
      onMessage: (message) => this.#hear(child, message),
      // It is started again. Who waits is not kept waiting for a start that may fail once more.
      onExit: () => this.#turnAway(),
    });
    child.start();
    return child;
  }

  #hear(child: Child, message: ChildMessage): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        for (const { mode, socket } of this.#waiting.splice(0))
          if (!child.hand({ type: 'connection', mode }, socket)) socket.destroy();
        break;
      case 'failed':
        this.#options.log.error({ child: 'pooler', reason: message.reason }, 'a process gave up');
        break;
      case 'idle':
        this.#isReady = false;
        this.#child = null;
        void child.stop(this.#options.stopDeadlineMs);
        break;
      case 'progress':
        break;
    }
  }

  #turnAway(): void {
    for (const { socket } of this.#waiting.splice(0)) socket.destroy();
  }
}
