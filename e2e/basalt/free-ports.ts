import { createServer } from 'node:net';

/** Ports that are free together; below the range that the system hands out by itself. */
export interface Ports {
  platform: number;
  gateway: number;
  pooler: { session: number; transaction: number };
  databases: { first: number; last: number };
  /** Where the server asks for DNS records; a test that needs some answers there. */
  dns: number;
  /** The gateway over TLS. */
  tls: number;
}

const FIRST = 20_000;
const LAST = 32_000;
/** Databases of one test server. */
const DATABASES = 120;
/** Platform, gateway, twice, the two of the pooler, and the name server. */
const OTHERS = 6;

/** Finds the ports of a server and a range for its databases that nobody listens on. */
export async function findFreePorts(databases = DATABASES): Promise<Ports> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const start = FIRST + Math.floor(Math.random() * (LAST - FIRST - databases - OTHERS));
    const ports = Array.from({ length: databases + OTHERS }, (_, i) => start + i);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) {
      return {
        platform: start,
        gateway: start + 1,
        pooler: { session: start + 2, transaction: start + 3 },
        dns: start + 4,
        tls: start + 5,
        databases: { first: start + OTHERS, last: start + OTHERS + databases - 1 },
      };
    }
  }
  throw new Error('No free range of ports was found.');
}

/** Whether nobody listens on it. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
