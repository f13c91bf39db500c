import { createServer } from 'node:net';

/** Ports that are free together; below the range that the system hands out by itself. */
export interface Ports {
  platform: number;
  gateway: number;
  databases: { first: number; last: number };
}

const FIRST = 20_000;
const LAST = 32_000;
/** Databases of one test server; the benchmark creates the most. */
const DATABASES = 120;

/** Finds two ports and a range for databases that nobody listens on. */
export async function findFreePorts(): Promise<Ports> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const start = FIRST + Math.floor(Math.random() * (LAST - FIRST - DATABASES - 2));
    const ports = Array.from({ length: DATABASES + 2 }, (_, i) => start + i);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) {
      return {
        platform: start,
        gateway: start + 1,
        databases: { first: start + 2, last: start + DATABASES + 1 },
      };
    }
  }
  throw new Error('No free range of ports was found.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
