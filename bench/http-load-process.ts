import { connect } from 'node:net';
import { percentile } from './figure.ts';
import type { HttpLoad, HttpLoadResult } from './http-load.ts';

/** A load generator on bare sockets: one request at a time per connection, and as little work as possible beside it. */
process.once('message', (load) => {
  run(load as HttpLoad).then(
    (result) => process.send?.(result, undefined, undefined, () => process.exit(0)),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run(load: HttpLoad): Promise<HttpLoadResult> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const start = performance.now();
  const end = start + load.seconds * 1000;
  let left = load.requests ?? Number.POSITIVE_INFINITY;
  const mayGoOn = () => performance.now() < end && left-- > 0;
  const note = (status: string, milliseconds: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    latencies.push(milliseconds);
  };
  await Promise.all(Array.from({ length: load.connections }, () => oneConnection(load, mayGoOn, note)));
  const seconds = (performance.now() - start) / 1000;
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    statuses,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

function oneConnection(
  load: HttpLoad,
  mayGoOn: () => boolean,
  note: (status: string, milliseconds: number) => void,
): Promise<void> {
  const request = requestWriter(load);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: load.host, port: load.port, noDelay: true });
    let sentAt = 0;
    let received = '';
    const next = () => {
      if (!mayGoOn()) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(request(), 'latin1');
    };
    socket.setEncoding('latin1');
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received += chunk;
      const head = received.indexOf('\r\n\r\n');
      if (head === -1 || received.length < head + 4 + bodyLength(received)) return;
      note(received.slice(9, 12), performance.now() - sentAt);
      received = '';
      next();
    });
  });
}

const LENGTH = 'content-length: ';

function bodyLength(answer: string): number {
  const at = answer.indexOf(LENGTH);
  return at === -1 ? 0 : Number.parseInt(answer.slice(at + LENGTH.length, at + LENGTH.length + 12), 10);
}

/** Puts requests together from parts that were made once: the generator shares the machine with what it measures. */
function requestWriter({ method, path, ids, headers, host, port, body }: HttpLoad): () => string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const [before = '', after] = path.split('{id}');
  const rest = `${after ?? ''} HTTP/1.1\r\nhost: ${host}:${port}\r\n${lines.join('')}`;
  return () => {
    const id = after === undefined && body === undefined ? '' : String(1 + Math.floor(Math.random() * ids));
    const head = `${method} ${before}${after === undefined ? '' : id}${rest}`;
    if (body === undefined) return `${head}\r\n`;
    const payload = body.replaceAll('{id}', id);
    return `${head}content-length: ${Buffer.byteLength(payload)}\r\n\r\n${payload}`;
  };
}
