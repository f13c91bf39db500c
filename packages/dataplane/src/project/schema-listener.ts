import { type ConnectionTarget, connect } from '@basalt/postgres';

export type DatabaseClient = Awaited<ReturnType<typeof connect>>;

export interface SchemaEvents {
  /** The schema or the settings in it may be other ones now. */
  changed(): void;
  /** Called once when the connection ends without our doing: what happens from now on is not heard. */
  lost(): void;
}

export interface SchemaSubscription {
  /** Runs work on the connection, after what others run on it. */
  run<T>(work: (client: DatabaseClient) => Promise<T>): Promise<T>;
  end(): void;
}

/**
 * The one connection of a project that hears `NOTIFY pgrst`, as DDL and owners send it. It is there as long as somebody listens,
 * and all who listen share it.
 */
export class SchemaListener {
  readonly #target: ConnectionTarget;
  readonly #listening = new Set<SchemaEvents>();
  #opening: Promise<DatabaseClient> | null = null;
  #lastWork: Promise<unknown> = Promise.resolve();

  constructor(target: ConnectionTarget) {
    this.#target = target;
  }

  /** @throws {QueryError} when there is no connection */
  async listen(events: SchemaEvents): Promise<SchemaSubscription> {
    this.#listening.add(events);
    try {
      const client = await (this.#opening ?? this.#open());
      return { run: (work) => this.#run(client, work), end: () => this.#leave(events) };
    } catch (error) {
      this.#leave(events);
      throw error;
    }
  }

  end(): void {
    this.#listening.clear();
    this.#disconnect();
  }

  #open(): Promise<DatabaseClient> {
    const opening = this.#connect(() => {
      if (this.#opening !== opening) return;
      this.#opening = null;
      const left = [...this.#listening];
      this.#listening.clear();
      for (const { lost } of left) lost();
    });
    this.#opening = opening;
    return opening;
  }

  async #connect(onEnd: () => void): Promise<DatabaseClient> {
    const client = await connect(this.#target, { connectTimeoutMs: 5000 });
    client.on('notification', ({ channel, payload }) => {
      if (channel === 'pgrst' && isReload(payload)) for (const { changed } of this.#listening) changed();
    });
    try {
      await client.query('listen pgrst');
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    client.on('end', onEnd);
    return client;
  }

  /** A load of the schema is a transaction: another one in the middle of it would be a part of it. */
  #run<T>(client: DatabaseClient, work: (client: DatabaseClient) => Promise<T>): Promise<T> {
    const done = this.#lastWork.then(() => work(client));
    this.#lastWork = done.catch(() => {});
    return done;
  }

  #leave(events: SchemaEvents): void {
    this.#listening.delete(events);
    if (this.#listening.size === 0) this.#disconnect();
  }

  #disconnect(): void {
    this.#opening?.then((client) => client.end()).catch(() => {});
    this.#opening = null;
  }
}

/** Other payloads are not for us. */
function isReload(payload: string | undefined): boolean {
  return !payload || payload === 'reload schema' || payload === 'reload config';
}
