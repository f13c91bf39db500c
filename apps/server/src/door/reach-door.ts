import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import type { Home } from '../home.ts';
import { processFolder } from '../process-folder.ts';
import { DOOR_IDENTITY, DOOR_TLS, type DoorTarget, doorKey, join, writeTarget } from './door-line.ts';

const KEEP_ALIVE_MS = 10_000;
const CONNECT_WITHIN_MS = 5_000;
/** PostgreSQL's name for its socket of this port. */
const PORT = 5432;

/** Where the door of the machine is that keeps the databases. */
export interface DoorPlace {
  host: string;
  port: number;
}

/** A database of another machine, as what serves projects finds one: by the folder of a socket. */
export interface LedAddress {
  host: string;
  port: number;
  user: string;
  database: string;
}

export interface ReachedDoor {
  /** A connection to what is behind the door. It may fail only later, as any connection. */
  open(target: DoorTarget): TLSSocket;
  /** The socket of a database, made when it is first asked for. Whether there is such a database shows when somebody connects. */
  address(ref: string): Promise<LedAddress>;
  close(): Promise<void>;
}

/** The way from a gateway on a machine of its own to what it serves. */
export async function reachDoor(
  { host, port }: DoorPlace,
  secretKey: Buffer,
  home: Home,
): Promise<ReachedDoor> {
  const key = doorKey(secretKey);
  const folder = processFolder(home, 'door', 0o700);
  const servers = new Map<string, Promise<Server>>();

  function open(target: DoorTarget): TLSSocket {
    const socket = connect({
      ...DOOR_TLS,
      host,
      port,
      pskCallback: () => ({ psk: key, identity: DOOR_IDENTITY }),
      // Who knows the key is who was meant.
      checkServerIdentity: () => undefined,
    });
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    socket.setTimeout(CONNECT_WITHIN_MS, () => socket.destroy(new Error('The door did not answer.')));
    socket.once('secureConnect', () => socket.setTimeout(0));
    socket.write(writeTarget(target));
    return socket;
  }

  async function serve(ref: string): Promise<Server> {
    await mkdir(path.join(folder, ref), { mode: 0o700 });
    const server = createServer((socket) => join(socket, open({ kind: 'database', ref })));
    server.listen(path.join(folder, ref, `.s.PGSQL.${PORT}`));
    await once(server, 'listening');
    return server;
  }

  return {
    open,
    async address(ref) {
      let server = servers.get(ref);
      if (server === undefined) {
        server = serve(ref);
        servers.set(ref, server);
        server.catch(() => servers.delete(ref));
      }
      await server;
      return { host: path.join(folder, ref), port: PORT, user: 'supabase_admin', database: 'postgres' };
    },
    async close() {
      for (const server of servers.values()) (await server.catch(() => null))?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
