import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { ConnectionTarget } from '@basalt/postgres';
import { CancelKeys, cancelAt } from './cancel-keys.ts';
import { type DatabaseDoor, NOT_REACHED } from './database-door.ts';
import {
  authentication,
  backendKey,
  fatalError,
  message,
  parameterStatus,
  type Refusal,
  readyForQuery,
  TYPE,
} from './protocol/messages.ts';
import { seldom } from './seldom.ts';
import { relaySession } from './session/relay-session.ts';
import { type Admission, whyRefused } from './startup/admission.ts';
import { type Asked, findProject, unknownTenant } from './startup/find-project.ts';
import { type Greeting, greet } from './startup/greet.ts';
import { PROTOCOL_3_0 } from './startup/startup-packet.ts';
import { authenticate } from './transaction/authenticate.ts';
import { SessionRefusedError } from './transaction/open-session.ts';
import { Pool, STOPPING } from './transaction/pool.ts';
import { PooledClient } from './transaction/pooled-client.ts';
import { readVerifier, type StoredPassword } from './transaction/read-verifier.ts';
import { type PoolerEvent, type PoolMode, Visit } from './visit.ts';

/** What the pooler must know of a project to lead somebody to its database. */
export type PooledProject = DatabaseDoor &
  Admission & {
    /** Null while it takes connections, otherwise a sentence. */
    unavailable: string | null;
    /** Connections that its clients use by turns, at most; null: what follows from how many its server takes. */
    poolSize: number | null;
  };

export interface PoolerOptions {
  /** Null: there is no such project. */
  find(ref: string): PooledProject | null | Promise<PooledProject | null>;
  /** The database of a project as its superuser: what it keeps of a password is read there. */
  superuser(ref: string): Promise<ConnectionTarget>;
  /** Calls back with the ref of a project that changed. */
  onChange(listener: (ref: string) => void): void;
  /** Null: no TLS. */
  tls: SecureContext | null;
  /** What that is, by the connections that a server takes. */
  poolSize: (maxConnections: number) => number;
  /** What those connections and sessions may be together, by the same. */
  directShare: (maxConnections: number) => number;
  /** Clients of a project at a time, at most. */
  maxClients: number;
  /** Called with what becomes of the clients of a project, as often as clients like. */
  tell(ref: string, event: PoolerEvent): void;
  log(fields: Record<string, unknown>, message: string): void;
}

export interface Pooler {
  /** Serves a client that has just connected. */
  accept(socket: Socket, mode: PoolMode): void;
  /** How many are connected. */
  readonly clients: number;
  /** Tells everybody, and ends. */
  close(): void;
}

/** Clients connect again and again: what the database keeps of a password is asked once in so long. */
const VERIFIER_MS = 1_000;

interface Guest {
  /** Null: it may stay. */
  whyGone: () => Refusal | null;
  visit: Visit;
}

interface Tenant {
  door: PooledProject;
  readonly pool: Pool;
  /** That its server takes; null: nobody has asked it yet. */
  maxConnections: number | null;
  readonly clients: Map<PooledClient | Socket, Guest>;
  readonly verifiers: Map<string, { stored: Promise<StoredPassword>; until: number }>;
}

/**
 * One address for the databases of all projects. It wakes no project, and lets nobody in whom the database would not let in:
 * sessions are logged in by the database itself, and the connections of a pool with what its clients have proven.
 */
export function openPooler(options: PoolerOptions): Pooler {
  const { find, onChange, superuser, tls, poolSize, directShare, maxClients, tell } = options;
  const log = seldom(options.log);
  const keys = new CancelKeys();
  const secret = randomBytes(32);
  const tenants = new Map<string, Tenant>();
  const sockets = new Set<Socket>();

  function tenantOf(ref: string, door: PooledProject): Tenant {
    let tenant = tenants.get(ref);
    if (tenant === undefined) {
      const made: Tenant = {
        door,
        pool: new Pool(() => made.door),
        maxConnections: null,
        clients: new Map(),
        verifiers: new Map(),
      };
      tenant = made;
      tenants.set(ref, tenant);
    }
    tenant.door = door;
    return tenant;
  }

  function fitPool({ pool, door, maxConnections }: Tenant): void {
    if (maxConnections !== null)
      pool.fit(door.poolSize ?? poolSize(maxConnections), directShare(maxConnections));
  }

  onChange((ref) => {
    const tenant = tenants.get(ref);
    if (tenant === undefined) return;
    Promise.resolve(find(ref)).then(
      (project) => {
        if (project !== null) tenant.door = project;
        fitPool(tenant);
        for (const [client, guest] of tenant.clients) {
          const refusal = guest.whyGone();
          if (refusal !== null) dismiss(client, guest, refusal);
        }
      },
      () => {},
    );
  });

  function verifierOf(ref: string, tenant: Tenant, role: string): Promise<StoredPassword> {
    const known = tenant.verifiers.get(role);
    if (known !== undefined && known.until > Date.now()) return known.stored;
    const stored = superuser(ref).then((database) => readVerifier(database, role));
    // Names that somebody makes up are not kept for long.
    if (tenant.verifiers.size > 100) tenant.verifiers.clear();
    tenant.verifiers.set(role, { stored, until: Date.now() + VERIFIER_MS });
    stored.catch(() => tenant.verifiers.delete(role));
    return stored;
  }

  async function serve(socket: Socket, mode: PoolMode): Promise<void> {
    const greeting = await greet(socket, tls);
    if (greeting.kind === 'cancel') {
      await keys.cancel(greeting.key);
      socket.destroy();
      return;
    }
    const refusal = await lead(greeting, mode);
    if (refusal === null) return;
    greeting.client.release();
    greeting.client.socket.end(fatalError(refusal));
  }

  /** @returns why not */
  async function lead(greeting: Greeting & { kind: 'startup' }, mode: PoolMode): Promise<Refusal | null> {
    const asked = findProject(greeting.parameters, greeting.serverName);
    if ('message' in asked) return asked;
    const project = await find(asked.ref);
    if (project === null) {
      // Of a project that does not exist there is no log.
      log({ ref: asked.ref, address: greeting.address }, 'a client asked for a project that does not exist');
      return unknownTenant;
    }
    const visit = new Visit(greeting.client.socket, asked, mode, greeting.address, (event) =>
      tell(asked.ref, event),
    );
    const refusal = await admit(greeting, asked, project, mode, visit);
    if (refusal !== null) visit.refuse(refusal);
    return refusal;
  }

  /** @returns why not */
  async function admit(
    greeting: Greeting & { kind: 'startup' },
    asked: Asked,
    project: PooledProject,
    mode: PoolMode,
    visit: Visit,
  ): Promise<Refusal | null> {
    if (project.unavailable !== null) return { code: '57P03', message: project.unavailable };
    const refused = whyRefused(project, greeting.client.socket, greeting.address);
    if (refused !== null) return refused;
    const tenant = tenantOf(asked.ref, project);
    if (tenant.clients.size >= maxClients)
      return {
        code: 'XX000',
        message: 'Max client connections reached',
        hint: `A project has ${maxClients} at most.`,
      };
    if (mode === 'session') {
      await beginSession(greeting, asked, tenant, visit);
      return null;
    }
    return beginPooled(greeting, asked, tenant, visit);
  }

  async function beginSession(
    { client, version, address }: Greeting & { kind: 'startup' },
    asked: Asked,
    tenant: Tenant,
    visit: Visit,
  ): Promise<void> {
    const { socket } = client;
    if (socket.destroyed) {
      client.release();
      return;
    }
    let serverKey: Buffer | null = null;
    const { door } = tenant;
    const key = keys.issue(() => (serverKey === null ? null : { door, key: serverKey }));
    tenant.clients.set(socket, { whyGone: () => whyRefused(tenant.door, socket, address), visit });
    socket.once('close', () => {
      keys.withdraw(key);
      tenant.clients.delete(socket);
      tenant.pool.removeSession();
    });
    await tenant.pool.addSession();
    void relaySession(client, version, asked, door, key, {
      key: (found) => {
        serverKey = found;
      },
      begun: () => visit.begin(),
      refused: (refusal) => visit.refuse(refusal),
    });
  }

  async function beginPooled(
    { client, version, address }: Greeting & { kind: 'startup' },
    asked: Asked,
    tenant: Tenant,
    visit: Visit,
  ): Promise<Refusal | null> {
    if (version !== PROTOCOL_3_0) client.send(onlyVersion30());
    const kept = await verifierOf(asked.ref, tenant, asked.role).catch(() => null);
    if (kept === null) return NOT_REACHED;
    tenant.maxConnections = kept.maxConnections;
    fitPool(tenant);
    const proven = await authenticate(client, asked.role, kept.stored, secret);
    if ('message' in proven) return proven;
    const { role, database, settings } = asked;
    const kind = tenant.pool.kindOf({ role, database, settings, keys: proven });
    if (kind.parameters === null) {
      try {
        tenant.pool.giveBack(await tenant.pool.take(kind));
      } catch (error) {
        if (error instanceof SessionRefusedError) return error.refusal;
        throw error;
      }
    }
    const { socket } = client;
    if (socket.destroyed) {
      client.release();
      return null;
    }
    const pooled = new PooledClient(socket, tenant.pool, kind, {
      cancel: (server) => void cancelAt({ door: tenant.door, key: server.key }),
      refused: (refusal) => visit.refuse(refusal),
    });
    const key = keys.issue(() =>
      pooled.server === null ? null : { door: tenant.door, key: pooled.server.key },
    );
    tenant.clients.set(pooled, { whyGone: () => whyRefused(tenant.door, socket, address), visit });
    socket.once('close', () => {
      keys.withdraw(key);
      tenant.clients.delete(pooled);
    });
    client.send(
      Buffer.concat([
        authentication(0),
        ...[...(kind.parameters ?? [])].map(([name, value]) => parameterStatus(name, value)),
        backendKey(key),
        readyForQuery('I'),
      ]),
    );
    visit.begin();
    pooled.begin(client.release());
    return null;
  }

  return {
    accept(socket, mode) {
      sockets.add(socket);
      socket.setNoDelay(true).setKeepAlive(true, 60_000);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => sockets.delete(socket));
      serve(socket, mode).catch((error: unknown) => {
        log({ err: error }, 'a client of the pooler could not be served');
        socket.destroy();
      });
    },
    get clients() {
      return sockets.size;
    },
    close() {
      const farewell = { code: '57P01', message: STOPPING };
      for (const { clients, pool } of tenants.values()) {
        for (const [client, guest] of clients) dismiss(client, guest, farewell);
        pool.close();
      }
      for (const socket of sockets) socket.destroySoon();
      log.close();
    },
  };
}

function dismiss(client: PooledClient | Socket, { visit }: Guest, refusal: Refusal): void {
  visit.refuse(refusal);
  if (client instanceof PooledClient) client.refuse(refusal);
  else client.destroy();
}

/** NegotiateProtocolVersion: the client may go on with version 3.0. */
function onlyVersion30(): Buffer {
  const body = Buffer.alloc(8);
  body.writeInt32BE(PROTOCOL_3_0, 0);
  return message(TYPE.negotiateVersion, body);
}
