import { once } from 'node:events';
import { createServer } from 'node:net';

/** So many ports belong to one place: 200 of another Basalt beside it, and 200 of its own. */
const PORTS = 400;
const FIRST = 25_000;
const PLACES = 18;

/** The first port of its own of a place that nobody uses, so that two runs on one machine do not meet. */
export async function freePlace(): Promise<number> {
  for (let n = 0; n < PLACES; n += 1) {
    const port = FIRST + ((process.pid + n) % PLACES) * PORTS + PORTS / 2;
    if (await isFree(port)) return port;
  }
  throw new Error(`No port of ${FIRST} to ${FIRST + PLACES * PORTS} is free for a neighbour.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
