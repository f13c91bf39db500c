import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterAddress } from '../driver.ts';

const FIRST_RETRY_MS = 20;
const LONGEST_RETRY_MS = 1_000;
const PROTOCOL_3 = 196_608;
const AUTHENTICATION = 'R'.charCodeAt(0);

/**
 * Notices the end of a server within milliseconds by holding one idle connection to it. A replication connection, because
 * that one belongs to no database: it keeps nobody from dropping or copying one, and takes no ordinary connection away.
 */
export class DeathWatch {
  readonly #address: ClusterAddress;
  readonly #isAlive: () => Promise<boolean>;
  #socket: Socket | null = null;
  #closed = false;

  /** @param onDeath called once, unless the watch is closed before */
  constructor(address: ClusterAddress, isAlive: () => Promise<boolean>, onDeath: () => void) {
    this.#address = address;
    this.#isAlive = isAlive;
    void this.#watch(onDeath);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.destroy();
  }

  async #watch(onDeath: () => void): Promise<void> {
    let pause = FIRST_RETRY_MS;
    while (!this.#closed) {
      if (await this.#hold()) pause = FIRST_RETRY_MS;
      if (this.#closed) return;
      if (!(await this.#isAlive())) break;
      // Alive, but it ended our connection: a backend crashed and all were ended, or it is on its way down.
      await sleep(pause, undefined, { ref: false });
      pause = Math.min(pause * 2, LONGEST_RETRY_MS);
    }
    if (!this.#closed) onDeath();
  }

  /** Resolves when the connection ended; true if there was one. */
  #hold(): Promise<boolean> {
    return new Promise((resolve) => {
      let wasReady = false;
      const socket = connect(join(this.#address.host, `.s.PGSQL.${this.#address.port}`));
      this.#socket = socket;
      socket.unref();
      socket.once('connect', () => socket.write(startupMessage(this.#address.user)));
      socket.on('data', (bytes) => {
        wasReady ||= bytes[0] === AUTHENTICATION;
      });
      socket.on('error', () => undefined); // "close" follows
      socket.once('close', () => resolve(wasReady));
    });
  }
}

function startupMessage(user: string): Buffer {
  const pairs = [
    'user',
    user,
    'replication',
    'true',
    'application_name',
    'basalt',
    'options',
    '-c idle_session_timeout=0',
  ];
  const body = Buffer.from(`${pairs.join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length, 0);
  head.writeInt32BE(PROTOCOL_3, 4);
  return Buffer.concat([head, body]);
}
