import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type TLSSocket } from 'node:tls';
import type { ClusterAddress } from '@basalt/clusters';
import type { Logger } from 'pino';
import {
  DOOR_IDENTITY,
  DOOR_TLS,
  type DoorTarget,
  doorKey,
  join,
  LONGEST_LINE,
  readTarget,
} from './door-line.ts';

/** For the handshake, and for the line behind it. */
const SAY_WITHIN_MS = 10_000;
/** A machine that lost power is noticed after about so long. */
const KEEP_ALIVE_MS = 10_000;
const MOST_CONNECTIONS = 20_000;
/** The gateway of this machine may be about to start again. */
const GATEWAY_WITHIN_MS = 10_000;
const RETRY_MS = 25;

export interface DoorOptions {
  secretKey: Buffer;
  host: string;
  port: number;
  /** Where a database answers on this machine; the platform's own as `platform`. Rejects where there is none. */
  addressOf(ref: string): Promise<Pick<ClusterAddress, 'host' | 'port'>>;
  /** The socket of this machine's gateway for what comes by the door. */
  gatewaySocket: string;
  log: Pick<Logger, 'info'>;
}

export interface Door {
  port: number;
  close(): void;
}

/**
 * Leads gateways of other machines to what is on this one only: databases, files and functions. Nothing that comes is believed: what does
 * not know the installation's secret key gets no further than the handshake.
 * @throws what the system says when the port cannot be opened
 */
export async function openDoor({
  secretKey,
  host,
  port,
  addressOf,
  gatewaySocket,
  log,
}: DoorOptions): Promise<Door> {
  const key = doorKey(secretKey);
  const server = createServer({
    ...DOOR_TLS,
    handshakeTimeout: SAY_WITHIN_MS,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
    pskCallback: (_socket, identity) => (identity === DOOR_IDENTITY ? key : null),
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.on('secureConnection', (socket) => {
    socket.on('error', () => socket.destroy());
    void lead(socket).catch((error: unknown) => {
      log.info({ err: error }, 'a gateway of another machine could not be led on');
      socket.destroy();
    });
  });
  server.on('tlsClientError', (error, socket) => {
    log.info({ from: socket.remoteAddress, err: error }, 'somebody without the key of this installation');
    socket.destroy();
  });

  async function lead(socket: TLSSocket): Promise<void> {
    const target = await readFirstLine(socket);
    const onward = await reach(target);
    onward.setNoDelay(true);
    if (socket.destroyed) onward.destroy();
    else join(socket, onward);
  }

  async function reach(target: DoorTarget): Promise<Socket> {
    if (target.kind === 'gateway') return await patiently(() => opened(gatewaySocket));
    const { host: folder, port: number } = await addressOf(target.ref);
    return await opened(`${folder}/.s.PGSQL.${number}`);
  }

  server.listen({ host, port });
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => void server.close(),
  };
}

async function readFirstLine(socket: TLSSocket): Promise<DoorTarget> {
  const patience = AbortSignal.timeout(SAY_WITHIN_MS);
  let line = '';
  while (!line.endsWith('\n')) {
    // One byte after the other: what follows the line is the target's.
    const byte = socket.read(1) as Buffer | null;
    if (byte === null) await once(socket, 'readable', { signal: patience });
    else line += byte.toString('latin1');
    if (line.length > LONGEST_LINE) throw new Error('The first line is too long.');
  }
  const target = readTarget(line.slice(0, -1));
  if (target === null) throw new Error('The first line names nothing that is here.');
  return target;
}

async function opened(path: string): Promise<Socket> {
  const socket = connect(path);
  await once(socket, 'connect');
  return socket;
}

async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + GATEWAY_WITHIN_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(RETRY_MS);
    }
  }
}
