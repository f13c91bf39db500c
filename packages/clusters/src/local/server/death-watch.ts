import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messagesIn, queryMessage, replicationStartup, rowValues } from '@basalt/postgres/replication';
import type { ClusterAddress, WalPosition } from '../../driver.ts';

const FIRST_RETRY_MS = 20;
const LONGEST_RETRY_MS = 1_000;
const SESSION = { application_name: 'basalt', options: '-c idle_session_timeout=0' };
const AUTHENTICATION = 'R'.charCodeAt(0);
const READY = 'Z';
const ROW = 'D';
/** The answers to what is asked here have some hundred bytes. A server that sends more is not listened to any longer. */
const LONGEST_ANSWER = 64 * 1024;
const ANSWER_PATIENCE_MS = 2_000;

/**
 * Notices the end of a server within milliseconds by holding one idle connection to it. A replication connection, because
 * that one belongs to no database: it keeps nobody from dropping or copying one, and takes no ordinary connection away.
 */
export class DeathWatch {
  readonly #address: ClusterAddress;
  readonly #isAlive: () => Promise<boolean>;
  #socket: Socket | null = null;
  #closed = false;
  #received: Buffer = Buffer.alloc(0);
  /** Has the server finished its greeting? */
  #isReady = false;
  #onAnswer: ((row: (string | null)[] | null) => void) | null = null;

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
    const row = await this.#ask('IDENTIFY_SYSTEM');
    const [systemIdentifier, timeline, lsn] = row ?? [];
    return systemIdentifier && timeline && lsn ? { systemIdentifier, timeline: Number(timeline), lsn } : null;
  }

  /** One question at a time. @returns the first row of the answer */
  #ask(command: string): Promise<(string | null)[] | null> {
    const socket = this.#socket;
    if (!socket || !this.#isReady || this.#onAnswer !== null) return Promise.resolve(null);
    return new Promise((resolve) => {
      const finish = (row: (string | null)[] | null) => {
        clearTimeout(patience);
        this.#onAnswer = null;
        resolve(row);
      };
      // An answer that comes later would be taken for that of the next question.
      const patience = setTimeout(() => socket.destroy(), ANSWER_PATIENCE_MS);
      this.#onAnswer = finish;
      socket.write(queryMessage(command));
    });
  }

  #read(bytes: Buffer, socket: Socket): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    if (this.#received.length > LONGEST_ANSWER) return void socket.destroy();
    const messages = messagesIn(this.#received);
    if (messages.at(-1)?.type !== READY) return;
    this.#received = Buffer.alloc(0);
    this.#isReady = true;
    const row = messages.find(({ type }) => type === ROW);
    try {
      this.#onAnswer?.(row ? rowValues(row.body) : null);
    } catch {
      socket.destroy(); // a row that is none
    }
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
      this.#received = Buffer.alloc(0);
      this.#isReady = false;
      socket.unref();
      socket.once('connect', () => socket.write(replicationStartup(this.#address.user, SESSION)));
      socket.on('data', (bytes) => {
        wasReady ||= bytes[0] === AUTHENTICATION;
        this.#read(bytes, socket);
      });
      socket.on('error', () => undefined); // "close" follows
      socket.once('close', () => {
        this.#isReady = false;
        this.#onAnswer?.(null);
        resolve(wasReady);
      });
    });
  }
}
