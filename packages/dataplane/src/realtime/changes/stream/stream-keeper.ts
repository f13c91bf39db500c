import {
  LogicalStream,
  type LogicalStreamTarget,
  PgOutputReader,
  type SentChange,
} from '@basalt/postgres/replication';

export interface StreamEvents {
  /** Changes in the order of their commits. The next ones come when the promise is settled. */
  changes(batch: readonly SentChange[]): Promise<void>;
  /** From here on no change is missed. */
  live(): void;
  /** Changes may have been missed, and are until `live`. */
  broken(reason: Error): void;
}

/** Beyond this the server is left waiting. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** What goes out at once: readers must have time to read, or a large transaction would cut them off. */
const MAX_BATCH = 5_000;
const MAX_BATCH_BYTES = 1024 * 1024;
const BACKOFF_MS = [100, 500, 1_000, 2_000, 5_000, 10_000];
const TABLES = 'supabase_realtime';
const MESSAGES = 'supabase_realtime_messages_publication';

/**
 * The one stream of a project's changes: there as long as somebody uses it, opened anew when it breaks. Whoever reads its changes slowly
 * slows down the server's sending and nothing else.
 */
export class StreamKeeper {
  readonly #target: LogicalStreamTarget;
  readonly #events: StreamEvents;
  #users = 0;
  #suspended = false;
  #attempt: { abort: AbortController } | null = null;
  #stream: LogicalStream | null = null;
  #hasTables = false;
  #failures = 0;
  #retry: NodeJS.Timeout | null = null;
  #waiting: SentChange[] = [];
  #waitingBytes = 0;
  #isDelivering = false;

  constructor(target: LogicalStreamTarget, events: StreamEvents) {
    this.#target = target;
    this.#events = events;
  }

  get isLive(): boolean {
    return this.#stream !== null;
  }

  /** Whether it reads the publication of the project's tables, which its people may drop and make again. */
  get hasTables(): boolean {
    return this.#hasTables;
  }

  use(): void {
    this.#users += 1;
    if (this.#users === 1) this.#open();
  }

  leave(): void {
    this.#users -= 1;
    if (this.#users === 0) this.#stop();
  }

  /** Lets the server go, which shall stop, until `resume`. */
  suspend(): void {
    if (this.#suspended) return;
    this.#suspended = true;
    const wasLive = this.isLive;
    this.#stop();
    if (wasLive) this.#events.broken(new Error('The database restarts.'));
  }

  resume(): void {
    if (!this.#suspended) return;
    this.#suspended = false;
    this.#failures = 0;
    if (this.#users > 0) this.#open();
  }

  /** Opens it once more, so that it reads what publications there are now. */
  reopen(): void {
    if (this.#stream === null) return;
    this.#stop();
    this.#events.broken(new Error('The publications changed.'));
    this.#open();
  }

  close(): void {
    this.#suspended = true;
    this.#stop();
  }

  #stop(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#attempt?.abort.abort();
    this.#attempt = null;
    this.#stream?.close();
    this.#stream = null;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #open(): void {
    if (this.#suspended || this.#attempt !== null || this.#stream !== null) return;
    const attempt = { abort: new AbortController() };
    this.#attempt = attempt;
    const reader = new PgOutputReader();
    const isCurrent = () => this.#attempt === attempt;
    LogicalStream.open(
      this.#target,
      [TABLES, MESSAGES],
      {
        message: (bytes, sent) => {
          if (!isCurrent()) return;
          try {
            const change = reader.read(bytes, sent);
            if (change !== null) this.#add(change);
          } catch (error) {
            this.#break(toError(error));
          }
        },
        ended: (reason) => {
          if (isCurrent()) this.#break(reason);
        },
      },
      attempt.abort.signal,
    ).then(
      ({ stream, publications }) => {
        if (!isCurrent()) return stream.close();
        this.#stream = stream;
        this.#hasTables = publications.includes(TABLES);
        this.#failures = 0;
        this.#events.live();
      },
      (error: unknown) => {
        if (!isCurrent()) return;
        this.#attempt = null;
        this.#later();
        if (this.#failures === 1) this.#events.broken(toError(error));
      },
    );
  }

  #break(reason: Error): void {
    this.#stop();
    this.#later();
    this.#events.broken(reason);
  }

  #later(): void {
    const wait = BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#open();
    }, wait);
  }

  #add(change: SentChange): void {
    this.#waiting.push(change);
    this.#waitingBytes += change.bytes;
    if (this.#waitingBytes > MAX_WAITING_BYTES) this.#stream?.pause();
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    // What came in the same piece goes together.
    setImmediate(() => void this.#deliver());
  }

  async #deliver(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      await this.#events.changes(batch);
      if (this.#waitingBytes < MAX_WAITING_BYTES / 2) this.#stream?.resume();
    }
    this.#isDelivering = false;
  }

  #nextBatch(): SentChange[] {
    let count = 0;
    let bytes = 0;
    for (const change of this.#waiting) {
      if (count === MAX_BATCH || (count > 0 && bytes + change.bytes > MAX_BATCH_BYTES)) break;
      count += 1;
      bytes += change.bytes;
    }
    this.#waitingBytes -= bytes;
    return this.#waiting.splice(0, count);
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
