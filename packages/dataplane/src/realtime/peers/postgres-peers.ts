import { randomUUID } from 'node:crypto';
import { type ConnectionTarget, connect } from '@basalt/postgres';
import { EnvelopeReader, toEnvelopes } from './envelopes.ts';
import type { PeerEvents, PeerMessage, Peers } from './peers.ts';

type Client = Awaited<ReturnType<typeof connect>>;
type Said =
  | PeerMessage
  /** Of a gateway that hears from now on, and wants to be told what it missed. */
  | { kind: 'hello' }
  /** The answer: `to` is known, and has been told. */
  | { kind: 'welcome'; to: string }
  | { kind: 'here' }
  | { kind: 'bye' };

const CHANNEL = 'basalt_realtime';
const NAME = 'basalt-realtime-peers';
const HERE_EVERY_MS = 10_000;
/** Who said nothing for so long is gone. */
const PATIENCE_MS = 35_000;
const RETRY_MS = 1_000;
/** Others answer within milliseconds. One that hangs is not waited for. */
const WELCOME_MS = 1_000;
/** What waits for the database; beyond it messages for the others are lost, and ours are not held up. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

const OTHERS = `select pid from pg_catalog.pg_stat_activity
  where datname = pg_catalog.current_database() and usename = session_user and application_name = $1
  and pid <> pg_catalog.pg_backend_pid()`;
const NOTIFY = `select pg_catalog.pg_notify($1, part) from pg_catalog.unnest($2::pg_catalog.text[]) as part`;

/**
 * Gateways find each other and talk over notifications in the project's database, on one connection each. A gateway that is alone
 * sends none. Whoever may send notifications there (the project's own people) could speak as a gateway of this project.
 */
export class PostgresPeers implements Peers {
  readonly #id = randomUUID();
  readonly #target: ConnectionTarget;
  readonly #events: PeerEvents;
  readonly #reader = new EnvelopeReader();
  readonly #seen = new Map<string, number>();
  readonly #here: NodeJS.Timeout;
  #client: Client | null = null;
  #opening: Promise<void>;
  /** Who was there before and has not answered yet, by the process of its connection. */
  #awaited: { pids: Set<number>; welcomed: () => void } | null = null;
  #retry: NodeJS.Timeout | null = null;
  #hasOthers = false;
  #sequence = 0;
  #waiting: Batch | null = null;
  #isSending = false;
  #closed = false;

  /** @param target as a role of its own, which has one connection */
  constructor(target: ConnectionTarget, events: PeerEvents) {
    this.#target = { ...target, applicationName: NAME };
    this.#events = events;
    this.#opening = this.#open();
    this.#here = setInterval(() => this.#stayKnown(), HERE_EVERY_MS).unref();
  }

  async ready(): Promise<void> {
    await this.#opening;
  }

  tell(message: PeerMessage): Promise<boolean> | null {
    return this.#hasOthers ? this.#say(message) : null;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#here);
    if (this.#retry !== null) clearTimeout(this.#retry);
    const client = this.#client;
    if (client === null) return;
    const bye = toEnvelopes(this.#id, ++this.#sequence, { kind: 'bye' });
    client
      .query(NOTIFY, [CHANNEL, bye])
      .catch(() => {})
      .finally(() => client.end().catch(() => {}));
  }

  async #open(): Promise<void> {
    try {
      const client = await connect(this.#target, { connectTimeoutMs: 5_000 });
      client.on('notification', ({ processId, payload }) => this.#hear(processId, payload ?? ''));
      client.once('end', () => this.#lost(client));
      await client.query(`listen ${CHANNEL}`);
      const others = await client.query<{ pid: number }>(OTHERS, [NAME]);
      // Closed meanwhile: nobody else ends a connection that is not known yet, and it would hear for those who come after.
      if (this.#closed) {
        client.end().catch(() => {});
        return;
      }
      this.#client = client;
      this.#hasOthers = others.rowCount !== 0;
      const welcomed = this.#awaitWelcome(others.rows.map(({ pid }) => pid));
      void this.#say({ kind: 'hello' });
      this.#events.connected((sql) => client.query(sql));
      await welcomed;
    } catch {
      this.#later();
    }
  }

  /** Until the others know of this gateway: what they acknowledge before, they have not told it. */
  #awaitWelcome(pids: number[]): Promise<void> {
    if (pids.length === 0) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(() => this.#awaited?.welcomed(), WELCOME_MS).unref();
      const welcomed = () => {
        clearTimeout(timer);
        this.#awaited = null;
        done();
      };
      this.#awaited = { pids: new Set(pids), welcomed };
    });
  }

  /** The gateway of this process knows us, or leaves. */
  #answered(pid: number): void {
    if (this.#awaited?.pids.delete(pid) && this.#awaited.pids.size === 0) this.#awaited.welcomed();
  }

  /** Who was connected elsewhere may still be: they are gone when they say nothing for a while. */
  #lost(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#awaited?.welcomed();
    this.#waiting?.sent.resolve(false);
    this.#waiting = null;
    this.#later();
  }

  #later(): void {
    if (this.#closed || this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#opening = this.#open().then(() => {
        if (this.#client !== null) this.#events.arrived();
      });
    }, RETRY_MS).unref();
  }

  #stayKnown(): void {
    const now = Date.now();
    for (const [peer, seen] of this.#seen) if (now - seen > PATIENCE_MS) this.#leave(peer);
    void this.#say({ kind: 'here' });
  }

  /** @param pid of the connection that it came by */
  #hear(pid: number, payload: string): void {
    if (this.#closed) return;
    const read = this.#reader.read(payload);
    if (read === null || read.from === this.#id || !isSaid(read.message)) return;
    const { from, message } = read;
    const isNew = !this.#seen.has(from);
    if (message.kind === 'bye') {
      this.#answered(pid);
      this.#leave(from);
      return;
    }
    this.#seen.set(from, Date.now());
    if (isNew || message.kind === 'hello') {
      this.#hasOthers = true;
      this.#events.arrived();
      void this.#say({ kind: 'welcome', to: from });
    }
    if (message.kind === 'welcome') {
      if (message.to === this.#id) this.#answered(pid);
    } else if (message.kind !== 'hello' && message.kind !== 'here') this.#events.message(from, message);
  }

  #leave(peer: string): void {
    this.#seen.delete(peer);
    this.#reader.forget(peer);
    this.#hasOthers = this.#seen.size > 0;
    this.#events.left(peer);
  }

  #say(message: Said): Promise<boolean> {
    if (this.#client === null) return Promise.resolve(false);
    this.#waiting ??= { parts: [], bytes: 0, sent: Promise.withResolvers() };
    const { parts, sent } = this.#waiting;
    if (this.#waiting.bytes > MAX_WAITING_BYTES) return Promise.resolve(false);
    const envelopes = toEnvelopes(this.#id, ++this.#sequence, message);
    for (const { length } of envelopes) this.#waiting.bytes += length;
    parts.push(...envelopes);
    if (!this.#isSending) {
      this.#isSending = true;
      setImmediate(() => void this.#send());
    }
    return sent.promise;
  }

  async #send(): Promise<void> {
    while (this.#client !== null && this.#waiting !== null) {
      const { parts, sent } = this.#waiting;
      this.#waiting = null;
      // A lost connection is heard of by its end.
      await this.#client.query(NOTIFY, [CHANNEL, parts]).then(
        () => sent.resolve(true),
        () => sent.resolve(false),
      );
    }
    this.#isSending = false;
  }
}

/** Messages that go to the database together. */
interface Batch {
  parts: string[];
  bytes: number;
  sent: PromiseWithResolvers<boolean>;
}

const TEXTS: Record<string, readonly string[]> = {
  hello: [],
  welcome: ['to'],
  here: [],
  bye: [],
  broadcast: ['topic', 'event', 'body'],
  track: ['room', 'topic', 'key', 'ref', 'json'],
  untrack: ['ref'],
};
const FLAGS: Record<string, readonly string[]> = { broadcast: ['isPrivate', 'isJson'] };

/** Whoever may notify can send anything: what is not of our form is nobody's. */
function isSaid(message: unknown): message is Said {
  if (typeof message !== 'object' || message === null) return false;
  const parts = message as Record<string, unknown>;
  const kind = typeof parts.kind === 'string' ? parts.kind : '';
  if (!Object.hasOwn(TEXTS, kind)) return false;
  const has = (type: string) => (name: string) => typeof parts[name] === type;
  return (TEXTS[kind] ?? []).every(has('string')) && (FLAGS[kind] ?? []).every(has('boolean'));
}
