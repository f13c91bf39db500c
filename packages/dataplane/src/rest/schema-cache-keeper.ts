import type { ProjectSnapshot, RestSettings } from '@basalt/project';
import type { DatabaseClient, SchemaListener, SchemaSubscription } from '../project/schema-listener.ts';
import { schemaCacheNotLoaded } from './errors/availability-errors.ts';
import type { SchemaCache } from './schema-cache/schema-cache.ts';

const FIRST_MS = 100;
const LONGEST_MS = 10_000;

/** How long to wait after a failure: twice as long after each, from 100 ms to 10 s. */
export class BackOff {
  #failures = 0;
  #until = 0;

  /** One more failure. Answers the time to wait in ms. */
  failed(now = Date.now()): number {
    const wait = Math.min(FIRST_MS * 2 ** Math.min(this.#failures, 10), LONGEST_MS);
    this.#failures += 1;
    this.#until = now + wait;
    return wait;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#until = 0;
  }

  /** Whether it is still too early to try again. */
  isWaiting(now = Date.now()): boolean {
    return now < this.#until;
  }
}

export interface SchemaCacheKeeperOptions<Cache> {
  listener: Pick<SchemaListener, 'listen'>;
  settings: RestSettings;
  load(client: DatabaseClient, settings: RestSettings): Promise<Cache>;
  /** Told of a load that failed. Another one follows. */
  onFailure(error: unknown): void;
}

/**
 * Keeps the schema cache of one database, or what another service knows of its schema: loaded at the first request, loaded anew
 * whenever the database says so or may have said so while nobody listened. One load at a time; while it runs, requests use what
 * there is.
 */
export class SchemaCacheKeeper<Cache extends object = SchemaCache> {
  readonly #options: SchemaCacheKeeperOptions<Cache>;
  readonly #backOff = new BackOff();
  #settings: RestSettings;
  #cache: Cache | null = null;
  #loading: Promise<Cache> | null = null;
  #subscription: SchemaSubscription | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Something changed since the load under way began. */
  #outdated = false;
  #closed = false;

  constructor(options: SchemaCacheKeeperOptions<Cache>) {
    this.#options = options;
    this.#settings = options.settings;
  }

  /** The cache at once if there is one. @throws {RestError} PGRST002 */
  current(): Cache | Promise<Cache> {
    if (this.#cache !== null) return this.#cache;
    if (this.#loading === null && this.#backOff.isWaiting()) throw schemaCacheNotLoaded();
    return this.#load().catch((error: unknown) => {
      throw schemaCacheNotLoaded(error);
    });
  }

  /**
   * What was loaded with other settings is not used again. Once the project serves, what failed before says nothing any more: its database
   * may just have been restarted.
   */
  follow({ rest: settings, unavailable }: Pick<ProjectSnapshot, 'rest' | 'unavailable'>): void {
    this.#followSettings(settings);
    if (unavailable !== null || this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#backOff.succeeded();
    this.#reload();
  }

  #followSettings(settings: RestSettings): void {
    if (settings === this.#settings || JSON.stringify(settings) === JSON.stringify(this.#settings)) return;
    this.#settings = settings;
    this.#cache = null;
    if (this.#loading !== null) this.#outdated = true;
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#stopListening();
  }

  #reload(): void {
    if (this.#closed) return;
    if (this.#loading !== null) this.#outdated = true;
    else this.#load().catch(() => {});
  }

  #load(): Promise<Cache> {
    this.#loading ??= this.#loadUntilCurrent().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #loadUntilCurrent(): Promise<Cache> {
    try {
      for (;;) {
        this.#outdated = false;
        const settings = this.#settings;
        const subscription = await this.#listen();
        const cache = await subscription.run((client) => this.#options.load(client, settings));
        // A change of the schema alone is no reason to keep anybody waiting for the next load.
        if (settings === this.#settings) this.#cache = cache;
        this.#backOff.succeeded();
        if (!this.#outdated || this.#closed) return cache;
      }
    } catch (error) {
      this.#stopListening();
      this.#tryAgain();
      if (!this.#closed) this.#options.onFailure(error);
      throw error;
    }
  }

  async #listen(): Promise<SchemaSubscription> {
    if (this.#subscription !== null) return this.#subscription;
    const subscription = await this.#options.listener.listen({
      changed: () => this.#reload(),
      lost: () => {
        this.#subscription = null;
        this.#tryAgain();
      },
    });
    if (this.#closed) {
      subscription.end();
      throw new Error('The project was let go while its schema was being read.');
    }
    this.#subscription = subscription;
    return subscription;
  }

  #stopListening(): void {
    this.#subscription?.end();
    this.#subscription = null;
  }

  #tryAgain(): void {
    if (this.#closed || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#reload();
    }, this.#backOff.failed());
    this.#timer.unref();
  }
}
