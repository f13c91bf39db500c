import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ServerAddress } from './find-server.ts';
import { pinnedLookup } from './pinned-lookup.ts';
import type { Host } from './read-host.ts';

export interface PinnedRequest {
  url: URL;
  host: Host;
  /** Of the host, checked. */
  addresses: readonly ServerAddress[];
  method: string;
  headers: Headers;
  body: Buffer | null;
  maxBytes: number;
  whenLonger: 'fail' | 'cut';
  signal: AbortSignal;
}

export interface ReceivedAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

const MAX_HEADER_BYTES = 16 * 1024;

/**
 * One request to one of the addresses, and its whole answer. The name stays in the Host header and is what a certificate is
 * checked against. Redirects are answers like others. Throws any error.
 */
export function sendRequest(request: PinnedRequest): Promise<ReceivedAnswer> {
  const { url, host, addresses, method, body, maxBytes, whenLonger, signal } = request;
  const headers = new Headers(request.headers);
  headers.delete('host');
  if (!headers.has('accept')) headers.set('accept', '*/*');
  if (!headers.has('user-agent')) headers.set('user-agent', 'basalt');
  // An answer that grows when it is unpacked would pass a limit of bytes.
  headers.set('accept-encoding', 'identity');
  if (body !== null) headers.set('content-length', String(body.byteLength));
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = send(
      {
        protocol: url.protocol,
        hostname: host.text,
        port: url.port === '' ? undefined : Number(url.port),
        path: `${url.pathname}${url.search}`,
        method,
        headers: Object.fromEntries(headers),
        lookup: pinnedLookup(addresses),
        // A connection of its own: none is taken over from a request whose addresses were others.
        agent: false,
        maxHeaderSize: MAX_HEADER_BYTES,
        signal,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const finish = () => {
          try {
            resolve({ ...readHead(answer), body: Buffer.concat(chunks).subarray(0, maxBytes) });
          } catch (error) {
            reject(error);
          }
        };
        answer.on('error', reject);
        answer.on('data', (chunk: Buffer) => {
          size += chunk.byteLength;
          if (size <= maxBytes) return void chunks.push(chunk);
          if (whenLonger === 'fail')
            return void sent.destroy(new Error(`The answer is larger than ${maxBytes} bytes.`));
          chunks.push(chunk);
          finish();
          sent.destroy();
        });
        answer.on('end', finish);
      },
    );
    sent.on('error', reject);
    sent.on('close', () => reject(new Error('The connection ended before the answer was complete.')));
    sent.end(body ?? undefined);
  });
}

function readHead(answer: { statusCode?: number | undefined; rawHeaders: readonly string[] }) {
  const headers = new Headers();
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2)
    headers.append(answer.rawHeaders[index] ?? '', answer.rawHeaders[index + 1] ?? '');
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding !== 'identity') throw new Error('The answer is packed.');
  return { status: answer.statusCode ?? 0, headers };
}
