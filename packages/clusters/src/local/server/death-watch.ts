import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { replicationStartup } from '@basalt/postgres/replication';
import type { ClusterAddress, WalPosition } from '../../driver.ts';
import { WatchConversation } from './watch-conversation.ts';

const FIRST_RETRY_MS = 20;
const LONGEST_RETRY_MS = 1_000;
/** Where nothing is written nothing is said, however long that takes. */
const SESSION = {
  application_name: 'basalt',
  options: '-c idle_session_timeout=0 -c wal_sender_timeout=0',
};
const AUTHENTICATION = 'R'.charCodeAt(0);

/**
 * Notices the end of a server within milliseconds by holding one idle connection to it. A replication connection, because
 * that one belongs to no database: it keeps nobody from dropping or copying one, and takes no ordinary connection away. The same
 * connection tells how far the log has come, and when it goes on.
 */
export class DeathWatch {
  readonly #address: ClusterAddress;
  readonly #isAlive: () => Promise<boolean>;
  #socket: Socket | null = null;
  #conversation: WatchConversation | null = null;
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

  /** How far the server has written its log. Null: it does not answer now. */
  async position(): Promise<WalPosition | null> {
    const [systemIdentifier, timeline, lsn] = (await this.#conversation?.ask('IDENTIFY_SYSTEM')) ?? [];
    return systemIdentifier && timeline && lsn ? { systemIdentifier, timeline: Number(timeline), lsn } : null;
  }

  /**
   * Resolves when the server has written its log past a position, or when that cannot be told any more. Null: it cannot be told now.
   */
  written(since: WalPosition): Promise<void> | null {
    return this.#conversation?.listen(since) ?? null;
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
      const conversation = new WatchConversation(
        (bytes) => void socket.write(bytes),
        () => socket.destroy(),
      );
      this.#socket = socket;
      this.#conversation = conversation;
      socket.unref();
      socket.once('connect', () => socket.write(replicationStartup(this.#address.user, SESSION)));
      socket.on('data', (bytes) => {
        wasReady ||= bytes[0] === AUTHENTICATION;
        conversation.read(bytes);
      });
      socket.on('error', () => undefined); // "close" follows
      socket.once('close', () => {
        conversation.end();
        resolve(wasReady);
      });
    });
  }
}
