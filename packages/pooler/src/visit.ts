import type { Socket } from 'node:net';
import type { Refusal } from './protocol/messages.ts';
import type { Asked } from './startup/find-project.ts';

/** How long clients keep a connection: for as long as they stay, or for a transaction. */
export type PoolMode = 'session' | 'transaction';

/** Names of PostgreSQL have no more characters that count; clients may send any. */
const LONGEST_NAME = 63;
/** What a database says is its owner's to choose. */
const LONGEST_REASON = 500;

/** What is told of a client that asked for a project. Never a password, never a statement. */
export interface PoolerEvent {
  event: 'connected' | 'disconnected' | 'refused';
  mode: PoolMode;
  role: string;
  database: string;
  /** Where it came from. */
  address: string | null;
  /** Why it was refused, or had to leave: SQLSTATE and sentence. Null: it was let in, or left by itself. */
  code: string | null;
  reason: string | null;
  /** Of one that left: for how long it had been there, and the bytes that it sent and got. */
  milliseconds: number | null;
  received: number | null;
  sent: number | null;
}

/** One client of a project, from when it said which one until it leaves. It is told of at most one beginning and one end. */
export class Visit {
  readonly #socket: Socket;
  readonly #facts: Pick<PoolerEvent, 'mode' | 'role' | 'database' | 'address'>;
  readonly #tell: (event: PoolerEvent) => void;
  /** When it was let in. */
  #since: number | null = null;
  #refusal: Refusal | null = null;

  constructor(
    socket: Socket,
    { role, database }: Pick<Asked, 'role' | 'database'>,
    mode: PoolMode,
    address: string | undefined,
    tell: (event: PoolerEvent) => void,
  ) {
    this.#socket = socket;
    this.#facts = {
      mode,
      role: role.slice(0, LONGEST_NAME),
      database: database.slice(0, LONGEST_NAME),
      address: address ?? null,
    };
    this.#tell = tell;
  }

  /** It is let in. */
  begin(): void {
    if (this.#since !== null || this.#refusal !== null) return;
    const since = performance.now();
    this.#since = since;
    this.#report('connected');
    this.#socket.once('close', () => {
      this.#report('disconnected', {
        milliseconds: Math.round(performance.now() - since),
        received: this.#socket.bytesRead,
        sent: this.#socket.bytesWritten,
      });
    });
  }

  /** It is not let in; of one that had been, why it will be gone. */
  refuse(refusal: Refusal): void {
    if (this.#refusal !== null) return;
    this.#refusal = refusal;
    if (this.#since === null) this.#report('refused');
  }

  #report(
    event: PoolerEvent['event'],
    much: Partial<Pick<PoolerEvent, 'milliseconds' | 'received' | 'sent'>> = {},
  ): void {
    this.#tell({
      event,
      ...this.#facts,
      code: this.#refusal?.code.slice(0, 5) ?? null,
      reason: this.#refusal?.message.slice(0, LONGEST_REASON) ?? null,
      milliseconds: null,
      received: null,
      sent: null,
      ...much,
    });
  }
}
