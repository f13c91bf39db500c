import { availableParallelism } from 'node:os';
import {
  type ConnectionPool,
  type ConnectionTarget,
  createPool,
  openPipeline,
  type Pipeline,
  type PipelineOptions,
  withSetting,
} from '@basalt/postgres';
import { CONNECTION_SHARES, gatewayShare, type ProjectSnapshot } from '@basalt/project';
import type { ResultRooms } from './result-rooms.ts';
import { SchemaListener } from './schema-listener.ts';

export interface HeldProjectOptions {
  /** Narrower than the share of all services. Only tests say so. */
  pipeline?: PipelineOptions | undefined;
  /** Where large results of all projects find room while they arrive. */
  rooms?: ResultRooms | undefined;
  /** How many gateways share a project's connections; counts when they are opened. Default: this one is alone. */
  gateways?: (() => number) | undefined;
  /** Only tests say so. */
  openPool?: OpenPool | undefined;
}

type OpenPool = (target: ConnectionTarget, connections: number) => ConnectionPool;

/** What a service keeps for one project while it is in use, made when it is first asked for. */
export interface ServicePart {
  /** A newer state of the project, whose database is still the same. */
  follow?(snapshot: ProjectSnapshot): void;
  /** Another one takes its place: what would go on without end must end, and begins anew there. */
  retire?(): void;
  close?(): void;
}

/** One kind of part. The object itself is the name by which a project finds what it has of the kind. */
export interface PartKind<Part extends object> {
  open(project: HeldProject): Part & ServicePart;
}

/** How a service with a role of its own logs in. */
export interface ServiceLogin {
  user: string;
  applicationName: string;
  /** They win over those that the project's people give to the database or the role. */
  settings: Readonly<Record<string, string>>;
  connections: number;
}

/** Rows of one group, in bytes. */
const MAX_RESULT_BYTES = 104 * 1024 * 1024;

const POOL = { idleTimeoutMs: 30_000, connectTimeoutMs: 5_000 };

/**
 * Everything that is held for one project while requests come: connections within the project's budget, and the parts of the
 * services. Nothing is connected before it is used.
 */
export class HeldProject {
  readonly ref: string;
  readonly schemaListener: SchemaListener;
  readonly #options: HeldProjectOptions;
  readonly #parts = new Map<object, ServicePart>();
  readonly #pools: ConnectionPool[] = [];
  #snapshot: ProjectSnapshot;
  #pipeline: Pipeline | null = null;
  #active = 0;
  #lastUsed = Date.now();
  #closeWhenIdle = false;
  #closed = false;

  constructor(snapshot: ProjectSnapshot, options: HeldProjectOptions) {
    this.ref = snapshot.ref;
    this.#snapshot = snapshot;
    this.#options = options;
    this.schemaListener = new SchemaListener(this.#asAuthenticator());
  }

  get snapshot(): ProjectSnapshot {
    return this.#snapshot;
  }

  /** Runs SQL as the caller, for all services that do. */
  get pipeline(): Pipeline {
    if (this.#pipeline !== null) return this.#pipeline;
    this.#pipeline = openPipeline(this.#asAuthenticator(), {
      shortConnections: Math.min(
        this.#share(CONNECTION_SHARES.callerShort),
        Math.max(2, availableParallelism()),
      ),
      longConnections: this.#share(CONNECTION_SHARES.callerLong),
      // A service says how large an answer may be; on its way it can be twice that, as hexadecimal digits.
      maxResultBytes: MAX_RESULT_BYTES,
      ...(this.#options.rooms === undefined ? {} : { room: this.#options.rooms.of(this.ref) }),
      ...this.#options.pipeline,
    });
    if (this.#closed) void this.#pipeline.close();
    return this.#pipeline;
  }

  /** What the service keeps for this project. */
  part<Part extends object>(kind: PartKind<Part>): Part {
    const known = this.#parts.get(kind);
    if (known !== undefined) return known as Part;
    const part = kind.open(this);
    this.#parts.set(kind, part);
    return part;
  }

  /** A pool for a service that works as a role of its own. It ends with the project. */
  openPool({ user, applicationName, settings, connections }: ServiceLogin): ConnectionPool {
    const target = Object.entries(settings).reduce(
      (result: ConnectionTarget, [name, value]) => withSetting(result, name, value),
      { ...this.#snapshot.database, user, applicationName },
    );
    const open = this.#options.openPool ?? ((at, max) => createPool(at, { ...POOL, max }));
    const pool = open(target, this.#share(connections));
    this.#pools.push(pool);
    return pool;
  }

  /** Takes over what a newer snapshot says. False when the database is another one or services were restarted: then this must go. */
  follow(snapshot: ProjectSnapshot): boolean {
    const { database, servicesRestart } = this.#snapshot;
    if (snapshot.servicesRestart !== servicesRestart || !isSame(snapshot.database, database)) return false;
    this.#snapshot = snapshot;
    for (const part of this.#parts.values()) part.follow?.(snapshot);
    return true;
  }

  enter(): void {
    this.#active += 1;
    this.#lastUsed = Date.now();
  }

  leave(): void {
    this.#active -= 1;
    if (this.#active > 0) return;
    if (this.#closeWhenIdle) void this.close();
    else if (this.#closed) void this.#endPools();
  }

  isUnusedSince(time: number): boolean {
    return this.#active === 0 && this.#lastUsed < time;
  }

  /** Lets requests under way finish first. */
  closeWhenIdle(): void {
    this.#closeWhenIdle = true;
    for (const part of this.#parts.values()) part.retire?.();
    if (this.#active === 0) void this.close();
  }

  /** Requests under way that run as the caller are broken off. Those on pools are left to finish, as they may have to write more. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const part of this.#parts.values()) part.close?.();
    this.schemaListener.end();
    await Promise.all([this.#pipeline?.close(), this.#active === 0 ? this.#endPools() : null]);
  }

  #share(connections: number): number {
    return gatewayShare(connections, this.#options.gateways?.() ?? 1);
  }

  async #endPools(): Promise<void> {
    await Promise.all(this.#pools.splice(0).map((pool) => pool.end().catch(() => {})));
  }

  #asAuthenticator(): ConnectionTarget {
    return { ...this.#snapshot.database, user: 'authenticator', applicationName: 'basalt-rest' };
  }
}

function isSame(a: ProjectSnapshot['database'], b: ProjectSnapshot['database']): boolean {
  return a === b || (a.host === b.host && a.port === b.port && a.database === b.database);
}
