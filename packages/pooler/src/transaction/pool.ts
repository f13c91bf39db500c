import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseDoor } from '../database-door.ts';
import type { Refusal } from '../protocol/messages.ts';
import { type Login, openSession, SessionRefusedError } from './open-session.ts';
import { ServerConnection } from './server-connection.ts';
import { SharedStatements } from './statements.ts';

/** Closed when nobody wanted it for so long. */
const IDLE_MS = 30_000;
const WAIT_AT_MOST_MS = 60_000;
/** So long a client waits before a connection of others is closed in its favour, rather than given to one of theirs. */
const FAIR_AFTER_MS = 100;
/** A server that takes longer to end a connection is asked for the next one all the same. */
const ENDED_WITHIN_MS = 1_000;
const TOO_MANY_CONNECTIONS = '53300';

/** Connections of one kind: of a role to a database, with the same settings and password. */
export interface Kind {
  readonly name: string;
  readonly login: Login;
  readonly statements: SharedStatements;
  /** Settings that the server told the last time; null: none was opened yet. */
  parameters: ReadonlyMap<string, string> | null;
  /** How many clients are connected for it. */
  clients: number;
  readonly free: ServerConnection[];
}

interface Waiting {
  kind: Kind;
  since: number;
  timer: NodeJS.Timeout;
  take: (server: ServerConnection) => void;
  refuse: (error: Error) => void;
}

/** The connections to one project's database that its clients use by turns. */
export class Pool {
  readonly #door: () => DatabaseDoor;
  /** Connections at most, of all kinds together. */
  #size = 1;
  /** What these connections and sessions may be together: the server refuses more. */
  #share = Number.POSITIVE_INFINITY;
  #sessions = 0;
  readonly #kinds = new Map<string, Kind>();
  readonly #servers = new Map<ServerConnection, Kind>();
  readonly #waiting: Waiting[] = [];
  #opening = 0;
  readonly #sweep: NodeJS.Timeout;

  constructor(door: () => DatabaseDoor) {
    this.#door = door;
    this.#sweep = setInterval(() => this.#closeIdle(), IDLE_MS / 2);
    this.#sweep.unref();
  }

  /**
   * Says how large the pool is from now on. Of connections above that, those that do nothing are closed, and others when they come back.
   * @param size connections at most
   * @param share what they and sessions may be together
   */
  fit(size: number, share: number): void {
    this.#size = size;
    this.#share = share;
    const above = Math.max(0, this.#servers.size + this.#opening - size);
    for (const server of this.#longestIdle().slice(0, above)) void this.#retire(server);
    while (this.#waiting.length > 0 && !this.#isFull()) this.#openForFirst();
  }

  /** The kind of connections that serves this login. */
  kindOf(login: Login): Kind {
    const { role, database, settings, keys } = login;
    const own = settings
      .filter(([name]) => name !== 'application_name')
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const name = JSON.stringify([role, database, keys.storedKey.toString('base64'), own]);
    let kind = this.#kinds.get(name);
    if (kind === undefined) {
      kind = { name, login, statements: new SharedStatements(), parameters: null, clients: 0, free: [] };
      this.#kinds.set(name, kind);
    }
    return kind;
  }

  /** A free connection, if there is one at once. */
  takeFree(kind: Kind): ServerConnection | null {
    for (;;) {
      const server = kind.free.pop();
      if (server === undefined) return null;
      if (!server.isClosed) return server;
    }
  }

  /** A connection, as soon as there is one. @throws {SessionRefusedError} */
  async take(kind: Kind): Promise<ServerConnection> {
    const free = this.takeFree(kind);
    if (free !== null) return free;
    if (this.#isFull()) this.#closeOneOfOthers(kind);
    if (this.#isFull()) return this.#wait(kind);
    try {
      return await this.#open(kind);
    } catch (error) {
      // A full server has connections that come back, as long as some of them are ours.
      const isFull = error instanceof SessionRefusedError && error.refusal.code === TOO_MANY_CONNECTIONS;
      if (isFull && this.#servers.size > 0) return this.#wait(kind);
      throw error;
    }
  }

  /** Gives back a connection that was taken and not held. */
  giveBack(server: ServerConnection): void {
    this.#free(server);
  }

  /** A session is about to begin beside these connections. Those that do nothing make room for it, and have ended when it begins. */
  async addSession(): Promise<void> {
    this.#sessions += 1;
    const tooMany = this.#servers.size + this.#opening + this.#sessions - this.#share;
    const ending = this.#longestIdle()
      .slice(0, Math.max(0, tooMany))
      .map((server) => this.#retire(server));
    if (ending.length > 0)
      await Promise.race([Promise.all(ending), sleep(ENDED_WITHIN_MS, null, { ref: false })]);
  }

  removeSession(): void {
    this.#sessions -= 1;
    this.#openForFirst();
  }

  close(): void {
    clearInterval(this.#sweep);
    for (const server of this.#servers.keys()) server.destroy();
    for (const waiting of this.#waiting.splice(0))
      this.#refuse(waiting, { code: '57P01', message: STOPPING });
  }

  /** Sessions keep what they have; one connection is always tried, however many they are. */
  #isFull(): boolean {
    const most = Math.max(1, Math.min(this.#size, this.#share - this.#sessions));
    return this.#servers.size + this.#opening >= most;
  }

  async #open(kind: Kind): Promise<ServerConnection> {
    this.#opening += 1;
    try {
      const session = await openSession(this.#door(), kind.login);
      kind.parameters = session.parameters;
      const server = new ServerConnection(
        session,
        (free) => this.#free(free),
        (closed) => this.#forget(closed),
      );
      this.#servers.set(server, kind);
      return server;
    } finally {
      this.#opening -= 1;
    }
  }

  #free(server: ServerConnection): void {
    const kind = this.#servers.get(server);
    if (kind === undefined) return;
    if (this.#servers.size > this.#size) {
      this.#servers.delete(server);
      void server.end();
      return;
    }
    if (this.#waiting.length === 0) {
      server.idleSince = Date.now();
      kind.free.push(server);
      return;
    }
    const first = this.#waiting[0] as Waiting;
    const mine = this.#waiting.findIndex((waiting) => waiting.kind === kind);
    const firstIsDue = Date.now() - first.since > FAIR_AFTER_MS;
    const next = mine > 0 && firstIsDue ? 0 : mine;
    const waiting = this.#waiting[next];
    if (waiting !== undefined && waiting.kind === kind) {
      this.#stopWaiting(waiting);
      waiting.take(server);
    } else {
      // Its closing makes room for the one who waits.
      this.#servers.delete(server);
      void server.end();
      this.#openForFirst();
    }
  }

  #forget(server: ServerConnection): void {
    const kind = this.#servers.get(server);
    this.#servers.delete(server);
    const at = kind?.free.indexOf(server) ?? -1;
    if (at !== -1) kind?.free.splice(at, 1);
    this.#openForFirst();
  }

  #openForFirst(): void {
    const waiting = this.#waiting[0];
    if (waiting === undefined || this.#isFull()) return;
    this.#stopWaiting(waiting);
    this.#open(waiting.kind).then(waiting.take, waiting.refuse);
  }

  #wait(kind: Kind): Promise<ServerConnection> {
    return new Promise((take, refuse) => {
      const waiting: Waiting = {
        kind,
        since: Date.now(),
        take,
        refuse,
        timer: setTimeout(() => {
          this.#stopWaiting(waiting);
          this.#refuse(waiting, noConnection());
        }, WAIT_AT_MOST_MS),
      };
      this.#waiting.push(waiting);
    });
  }

  #stopWaiting(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    const at = this.#waiting.indexOf(waiting);
    if (at !== -1) this.#waiting.splice(at, 1);
  }

  #refuse(waiting: Waiting, refusal: Refusal): void {
    clearTimeout(waiting.timer);
    waiting.refuse(new SessionRefusedError(refusal));
  }

  /** Of the connections that do nothing, the one that has done so longest makes room for one of another kind. */
  #closeOneOfOthers(kind: Kind): void {
    const oldest = this.#longestIdle().find((server) => this.#servers.get(server) !== kind);
    if (oldest !== undefined) void this.#retire(oldest);
  }

  /** The connections that do nothing, first the one that has done so longest. */
  #longestIdle(): ServerConnection[] {
    return [...this.#kinds.values()]
      .flatMap(({ free }) => free)
      .sort((one, other) => one.idleSince - other.idleSince);
  }

  #closeIdle(): void {
    const before = Date.now() - IDLE_MS;
    for (const kind of this.#kinds.values()) {
      for (const server of kind.free.filter(({ idleSince }) => idleSince < before)) void this.#retire(server);
      if (kind.clients === 0 && ![...this.#servers.values()].includes(kind)) this.#kinds.delete(kind.name);
    }
  }

  /** @returns when the server has let it go */
  #retire(server: ServerConnection): Promise<void> {
    const kind = this.#servers.get(server);
    this.#servers.delete(server);
    kind?.free.splice(kind.free.indexOf(server), 1);
    return server.end();
  }
}

export const STOPPING = 'The pooler is being stopped.';

function noConnection(): Refusal {
  return {
    code: 'XX000',
    message: `(ECHECKOUTTIMEOUT) unable to check out connection from the pool after ${WAIT_AT_MOST_MS}ms in transaction mode`,
    hint: 'All connections of the pool are in long transactions. End those, or make them shorter.',
  };
}
