import { connect } from 'node:net';

/** What came back of bytes written by hand. `status` is 0 when the connection was closed without an answer. */
export interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

export interface RawRequest {
  method: string;
  /** As it stands in the request line: nothing encodes or mends it. */
  target: string;
  /** One text per line, or several lines of one name. Each character is sent as one byte. */
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** A request as no client would send it. */
export function rawRequest(
  origin: string,
  { method, target, headers = {}, body }: RawRequest,
): Promise<RawAnswer> {
  const bytes = body === undefined ? null : Buffer.from(body as string);
  const lines = [`${method} ${target} HTTP/1.1`];
  const all = { host: new URL(origin).host, connection: 'close', ...headers };
  for (const [name, value] of Object.entries(all))
    for (const one of [value].flat()) lines.push(`${name}: ${one}`);
  const framed = Object.keys(headers).some((name) => /^(content-length|transfer-encoding)$/i.test(name));
  if (bytes !== null && !framed) lines.push(`content-length: ${bytes.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return rawBytes(origin, bytes === null ? head : Buffer.concat([head, bytes]));
}

const PATIENCE_MS = 20_000;

/** Sends bytes and waits until the server closes the connection. */
export function rawBytes(origin: string, bytes: Buffer | string): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The server neither answered nor closed: ${String(bytes).slice(0, 200)}`));
    }, PATIENCE_MS);
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server may close before everything was written.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(parseAnswer(Buffer.concat(chunks).toString('latin1')));
    });
    socket.write(bytes);
  });
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const head = end === -1 ? text : text.slice(0, end);
  const body = end === -1 ? '' : Buffer.from(text.slice(end + 4), 'latin1').toString('utf8');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body };
}
