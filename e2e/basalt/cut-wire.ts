import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A wire to a server of this machine, which a test can cut and mend. */
export interface Wire {
  /** The server's address, by the wire. */
  address: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** @param address `http://host:port/…` */
export async function layWire(address: string): Promise<Wire> {
  const { hostname, port } = new URL(address);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((from) => {
    if (isCut) return from.destroy();
    const to = connect(Number(port), hostname);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const hangUp = () => {
    for (const socket of open) socket.destroy();
  };
  const by = new URL(address);
  by.hostname = '127.0.0.1';
  by.port = String((server.address() as AddressInfo).port);
  return {
    address: by.href,
    cut() {
      isCut = true;
      hangUp();
    },
    mend() {
      isCut = false;
    },
    close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      hangUp();
      return closed;
    },
  };
}
