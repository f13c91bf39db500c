import {
  copyDone,
  messageReader,
  queryMessage,
  rowValues,
  type ServerMessage,
} from '@basalt/postgres/replication';
import type { WalPosition } from '../../driver.ts';

/** What a server sends at most of its log in one message, and then some. */
const LONGEST_MESSAGE = 256 * 1024;
/** The answers to what is asked here have some hundred bytes. A server that sends more is not listened to any longer. */
const LONGEST_ANSWER = 64 * 1024;
/** What may be under way of the log when we have heard enough. */
const LONGEST_REST = 16 * 1024 * 1024;
const ANSWER_PATIENCE_MS = 2_000;
const PLACE = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i;

type Row = (string | null)[];

/**
 * What is said on the connection of a watch, one thing at a time: the server greets, answers a question, or sends its log from a
 * position on, of which the first byte is all we want to hear. The server is the project's: what is long or late ends it.
 */
export class WatchConversation {
  readonly #send: (bytes: Buffer) => void;
  readonly #hangUp: () => void;
  readonly #reader: (bytes: Buffer) => void;
  #state: 'greeting' | 'ready' | 'asked' | 'listening' | 'leaving' | 'ended' = 'greeting';
  #row: Row | null = null;
  #bytes = 0;
  #patience: NodeJS.Timeout | undefined;
  #onAnswer: ((row: Row | null) => void) | null = null;
  #onWritten: (() => void) | null = null;
  #onReady: (() => void)[] = [];

  constructor(send: (bytes: Buffer) => void, hangUp: () => void) {
    this.#send = send;
    this.#hangUp = hangUp;
    this.#reader = messageReader(LONGEST_MESSAGE, (message) => this.#take(message));
  }

  /** @returns the first row of the answer; null: there is none, or the server is busy with another question of ours */
  async ask(command: string): Promise<Row | null> {
    await this.#stopListening();
    if (this.#state !== 'ready') return null;
    return new Promise((resolve) => {
      this.#onAnswer = resolve;
      this.#begin('asked', queryMessage(command));
    });
  }

  /** See DeathWatch.written. */
  listen({ lsn, timeline }: WalPosition): Promise<void> | null {
    if (this.#state !== 'ready' || !PLACE.test(lsn) || !Number.isSafeInteger(timeline)) return null;
    return new Promise((resolve) => {
      this.#onWritten = resolve;
      this.#state = 'listening';
      this.#send(queryMessage(`START_REPLICATION PHYSICAL ${lsn} TIMELINE ${timeline}`));
    });
  }

  read(bytes: Buffer): void {
    this.#bytes += bytes.length;
    const longest = this.#state === 'leaving' || this.#state === 'listening' ? LONGEST_REST : LONGEST_ANSWER;
    try {
      if (this.#bytes > longest) this.#hangUp();
      else this.#reader(bytes);
    } catch {
      this.#hangUp(); // bytes that are no message, or a row that is none
    }
  }

  /** The connection is over. */
  end(): void {
    this.#state = 'ended';
    this.#settle();
  }

  #take({ type, body }: ServerMessage): void {
    if (type === 'D') this.#row ??= rowValues(body);
    if (type === 'd' && this.#state === 'listening') this.#leave();
    if (type !== 'Z') return;
    this.#state = 'ready';
    this.#settle();
  }

  #stopListening(): Promise<void> {
    if (this.#state === 'listening') this.#leave();
    if (this.#state !== 'leaving') return Promise.resolve();
    return new Promise((resolve) => this.#onReady.push(resolve));
  }

  #leave(): void {
    const onWritten = this.#onWritten;
    this.#onWritten = null;
    this.#begin('leaving', copyDone());
    onWritten?.();
  }

  #begin(state: 'asked' | 'leaving', message: Buffer): void {
    this.#state = state;
    this.#bytes = 0;
    this.#row = null;
    // What comes later would be taken for the answer to the next question.
    this.#patience = setTimeout(this.#hangUp, ANSWER_PATIENCE_MS);
    this.#send(message);
  }

  /** Tells everybody who waits. */
  #settle(): void {
    clearTimeout(this.#patience);
    this.#bytes = 0;
    const [onAnswer, onWritten, onReady] = [this.#onAnswer, this.#onWritten, this.#onReady];
    this.#onAnswer = null;
    this.#onWritten = null;
    this.#onReady = [];
    onAnswer?.(this.#row);
    onWritten?.();
    for (const each of onReady) each();
  }
}
