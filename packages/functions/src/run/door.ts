import { chmod, chown, lstat, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** At a time, to each of its sockets. Each costs us one as well, and all functions together must not take all that we may have. */
const MOST_CONNECTIONS = 128;

/** Ways from inside of a function into its own project, and no other. */
export interface ProjectWays {
  /** Serves a connection that asks the project's API. */
  api(socket: Socket): void;
  /** Where the project's database takes ordinary clients, with a password; `host` may be the folder of its socket. */
  database(): Promise<{ host: string; port: number } | null>;
}

/**
 * The sockets between a function and us, in a folder of ours. It makes the socket it answers on in `listen`, which belongs to its
 * user until it is ready; then {@link Door.seal} takes the folder away, so that the socket cannot be changed for another one.
 */
export class Door {
  readonly folder: string;
  readonly #servers: Server[] = [];
  readonly #connections = new Set<Socket>();
  #ways: ProjectWays | null = null;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** It leads nowhere until {@link Door.lead}. @param uid null: everything runs as our own user */
  static async open(folder: string, uid: number | null): Promise<Door> {
    await mkdir(folder, { recursive: true, mode: 0o711 });
    await mkdir(join(folder, 'listen'), { mode: 0o700 });
    if (uid !== null) await chown(join(folder, 'listen'), uid, uid);
    const door = new Door(folder);
    await door.#listen('api.sock', (socket, ways) => ways.api(socket));
    await door.#listen('.s.PGSQL.5432', (socket, ways) => {
      ways.database().then(
        (address) => (address === null ? socket.destroy() : door.#connect(socket, address)),
        () => socket.destroy(),
      );
    });
    return door;
  }

  /** Whose function it is from now on. */
  lead(ways: ProjectWays): void {
    this.#ways = ways;
  }

  /** The path of the socket that the function answers on, from now on out of its reach. @throws Error when it made none */
  async seal(uid: number | null): Promise<string> {
    const folder = join(this.folder, 'listen');
    if (uid !== null) {
      await chown(folder, 0, 0);
      await chmod(folder, 0o755);
    }
    const path = join(folder, 'function.sock');
    const stats = await lstat(path);
    if (!stats.isSocket()) throw new Error('The function does not listen on its socket.');
    return path;
  }

  async close(): Promise<void> {
    for (const server of this.#servers) server.close();
    for (const socket of this.#connections) socket.destroy();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #listen(name: string, serve: (socket: Socket, ways: ProjectWays) => void): Promise<void> {
    const path = join(this.folder, name);
    const server = createServer((socket) => {
      this.#connections.add(socket);
      socket.on('close', () => this.#connections.delete(socket)).on('error', () => {});
      if (this.#ways === null) socket.destroy();
      else serve(socket, this.#ways);
    });
    server.maxConnections = MOST_CONNECTIONS;
    server.on('error', () => {});
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, () => {
        server.off('error', reject);
        resolve();
      });
    });
    // Who may reach the folder may use it: it leads where everybody with the project's address may go.
    await chmod(path, 0o666);
    server.unref();
    this.#servers.push(server);
  }

  #connect(socket: Socket, { host, port }: { host: string; port: number }): void {
    const onward = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    onward.on('error', () => socket.destroy());
    onward.on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  }
}
