import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logInRemotely, loginFor, QueryError, type RemoteDatabase, SQLSTATE } from '@basalt/postgres';
import type { Conversation } from '../protocol/conversation.ts';
import {
  authentication,
  backendKey,
  fatalError,
  parameterStatus,
  readyForQuery,
  TYPE,
} from '../protocol/messages.ts';
import { greet } from '../startup/greet.ts';
import { cancelRemotely } from './cancel-remotely.ts';

const OPEN_WITHIN_MS = 10_000;
const PORT = 5432;
/** Folders of doors begin with it, and go on with the process that opened them. */
const NAME = 'basalt-remote-';

/** Where a database answers that somebody else runs, as if it were one of this machine's: over a Unix socket, without a password. */
export interface RemoteDoor {
  /** Absolute path of a folder that only this process's user may enter. */
  host: string;
  port: number;
  database: string;
}

export interface RemoteDoorsOptions {
  /** Where the database of a project is now; null: none is known. Asked for each connection, so a new password counts at once. */
  find: (ref: string) => Promise<RemoteDatabase | null>;
  /** A connection to a server. Who may be reached is decided there: somebody has named it, unless it has a keeper. */
  connect: (server: Pick<RemoteDatabase, 'host' | 'port' | 'keeper'>) => Promise<Socket>;
}

/**
 * Leads connections to databases that somebody else runs. Whoever opens one says as which role it wants to work, as on the socket
 * of a cluster of this machine; behind it a login role of the platform's logs in with its password, over TLS, and becomes that role.
 * So nothing else needs to know that a database is elsewhere, and no password leaves this folder's code.
 */
export class RemoteDoors {
  readonly #options: RemoteDoorsOptions;
  readonly #doors = new Map<string, Promise<OpenDoor>>();
  readonly #open = new Set<Socket>();
  #clearing: Promise<void> | null = null;

  constructor(options: RemoteDoorsOptions) {
    this.#options = options;
  }

  /** The door of a project's database. Whether the database answers is found out by whoever goes through. */
  door(ref: string, database: string): Promise<RemoteDoor> {
    return this.#keep(ref, ref, database, null);
  }

  /**
   * The same for those who are not trusted with every role, nor with a password that the server knows: whoever says this one is the
   * database's owner.
   */
  ownersDoor(ref: string, database: string, password: string): Promise<RemoteDoor> {
    return this.#keep(`owner of ${ref}`, ref, database, password);
  }

  async #keep(name: string, ref: string, database: string, password: string | null): Promise<RemoteDoor> {
    let opening = this.#doors.get(name);
    if (opening === undefined) {
      opening = this.#listen(() => this.#options.find(ref), password);
      this.#doors.set(name, opening);
      opening.catch(() => this.#doors.delete(name));
    }
    const { folder } = await opening;
    return { host: folder, port: PORT, database };
  }

  /** A door that is there as long as `work` takes, of a database that is no project's yet. */
  async once<T>(remote: RemoteDatabase, work: (door: RemoteDoor) => Promise<T>): Promise<T> {
    const door = await this.#listen(async () => remote);
    try {
      return await work({ host: door.folder, port: PORT, database: remote.database });
    } finally {
      await take(door);
    }
  }

  async close(): Promise<void> {
    const doors = [...this.#doors.values()];
    this.#doors.clear();
    for (const socket of this.#open) socket.destroy();
    for (const opening of doors) {
      const door = await opening.catch(() => null);
      if (door !== null) await take(door);
    }
  }

  async #listen(find: Find, password: string | null = null): Promise<OpenDoor> {
    this.#clearing ??= clearLeftFolders();
    await this.#clearing;
    // Paths of Unix sockets are short, and this folder is nobody else's.
    const folder = await mkdtemp(join(tmpdir(), `${NAME}${process.pid}-`));
    const server = createServer((socket) => void this.#serve(find, password, socket));
    await once(server.listen(join(folder, `.s.PGSQL.${PORT}`)), 'listening');
    return { server, folder };
  }

  async #serve(find: Find, password: string | null, socket: Socket): Promise<void> {
    this.#open.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => this.#open.delete(socket));
    try {
      const greeting = await greet(socket, null);
      const remote = await find();
      if (remote === null) throw gone();
      const connect = () => this.#connect(remote);
      if (greeting.kind === 'cancel') {
        await cancelRemotely(remote, greeting.key, connect);
        socket.end();
        return;
      }
      const parameters = new Map(greeting.parameters);
      if (password !== null) {
        await requirePassword(greeting.client, password);
        parameters.set('user', OWNER);
      }
      const rest = greeting.client.release();
      // What it sends meanwhile waits.
      socket.pause();
      const { login, settings } = asLogin(remote, parameters);
      const session = await logInRemotely(remote, { ...login, ...settings }, await connect(), OPEN_WITHIN_MS);
      const server = session.stream;
      server.on('error', () => server.destroy()).once('close', () => socket.destroy());
      if (socket.destroyed) {
        server.destroy();
        return;
      }
      socket.once('close', () => server.destroy());
      socket.write(Buffer.concat(beginning(session)));
      if (rest.length > 0) server.write(rest);
      server.pipe(socket);
      socket.pipe(server);
    } catch (error) {
      socket.end(fatalError(refusal(error)));
    }
  }

  async #connect({ host, port, keeper }: RemoteDatabase): Promise<Socket> {
    try {
      const socket = await this.#options.connect({ host, port, keeper });
      return socket.setNoDelay(true).setKeepAlive(true, 60_000);
    } catch {
      throw unreachable();
    }
  }
}

type Find = () => Promise<RemoteDatabase | null>;

interface OpenDoor {
  server: Server;
  folder: string;
}

async function take({ server, folder }: OpenDoor): Promise<void> {
  server.close();
  await rm(folder, { recursive: true, force: true });
}

/** Removes what processes have left that were killed. Other users' folders cannot be removed, and are none of ours. */
async function clearLeftFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const pid = name.startsWith(NAME) ? Number.parseInt(name.slice(NAME.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @throws QueryError, and an error of the conversation, which is over then */
async function requirePassword(client: Conversation, password: string): Promise<void> {
  try {
    client.send(authentication(3));
    const { type, body } = await client.message();
    if (type === TYPE.password && isSame(body.subarray(0, -1), Buffer.from(password))) return;
    throw new QueryError({
      message: 'The password is wrong.',
      code: SQLSTATE.wrongPassword,
      severity: 'FATAL',
    });
  } catch (error) {
    client.release();
    throw error;
  }
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const OWNER = 'postgres';
/** Roles that stand for the database's owner: here it is whom the owner gave us. */
const OWNERS = new Set([OWNER, 'supabase_admin', 'basalt_sql_pages']);

/** Who logs in for the role that a connection asks for, and how its session begins. */
function asLogin(remote: RemoteDatabase, asked: ReadonlyMap<string, string>) {
  const role = asked.get('user') ?? '';
  const { logins, user, password } = remote;
  const isOwner = OWNERS.has(role) || role === user || logins === null;
  const become = isOwner ? '' : `-c role=${role}`;
  const options = [asked.get('options') ?? '', become].filter((text) => text !== '').join(' ');
  return {
    login: isOwner ? { user, password } : { user: loginFor(logins, role), password: logins.password },
    settings: {
      database: asked.get('database') ?? remote.database,
      applicationName: asked.get('application_name'),
      options: isOwner ? withoutRole(options) : options,
      replication: asked.get('replication'),
    },
  };
}

/** A stand-in for the owner is told to become the owner's role of this machine's clusters, which need not be there. */
function withoutRole(options: string): string {
  return options.replace(/(^| )-c role=\S+/g, '').trim();
}

/** What a client hears when it is in. */
function beginning(session: Awaited<ReturnType<typeof logInRemotely>>): Buffer[] {
  const key = Buffer.alloc(8);
  key.writeInt32BE(session.processId, 0);
  key.writeInt32BE(session.secretKey, 4);
  return [
    authentication(0),
    ...session.parameters.map(([name, value]) => parameterStatus(name, value)),
    backendKey(key),
    readyForQuery('I'),
  ];
}

function refusal(error: unknown) {
  if (error instanceof QueryError)
    return { code: error.code ?? SQLSTATE.cannotConnect, message: error.message };
  return { code: SQLSTATE.cannotConnect, message: 'The database could not be reached.' };
}

function gone(): QueryError {
  return new QueryError({
    message: 'No database is attached to this project any more.',
    code: SQLSTATE.cannotConnect,
    severity: 'FATAL',
  });
}

function unreachable(): QueryError {
  return new QueryError({
    message:
      'Nobody answers there, or the address may not be asked. Addresses of this machine and its networks have to be allowed with BASALT_OUTGOING_ALLOW.',
    code: SQLSTATE.cannotConnect,
    severity: 'FATAL',
  });
}
