import { type FindOptions, findServer } from './find-server.ts';
import { hostOfUrl } from './read-host.ts';
import { type ReceivedAnswer, sendRequest } from './send-request.ts';

export interface WholeRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: Buffer | null;
  maxBytes: number;
  whenLonger: 'fail' | 'cut';
  signal: AbortSignal;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const REDIRECTS_AT_MOST = 3;
/** What a server was trusted with, and another one was not. */
const FOR_ONE_SERVER = ['authorization', 'cookie', 'proxy-authorization'];

/**
 * Sends a request and goes where redirects lead, every one checked like the first address. Only what merely reads is sent
 * on: a form with a secret goes to whom it was addressed. Throws any error.
 */
export async function followRedirects(request: WholeRequest, find: FindOptions): Promise<ReceivedAnswer> {
  const headers = new Headers(request.headers);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  let url = request.url;
  for (let redirects = 0; ; redirects += 1) {
    checkAddress(url);
    const host = hostOfUrl(url);
    const addresses = await findServer(host, find);
    request.signal.throwIfAborted();
    const answer = await sendRequest({ ...request, headers, url, host, addresses });
    const location = answer.headers.get('location');
    if (!reads || !REDIRECTS.has(answer.status) || location === null) return answer;
    if (redirects === REDIRECTS_AT_MOST) throw new Error('There are too many redirects.');
    const next = new URL(location, url);
    if (url.protocol === 'https:' && next.protocol !== 'https:')
      throw new Error('A redirect leads away from encryption.');
    if (next.origin !== url.origin) for (const name of FOR_ONE_SERVER) headers.delete(name);
    url = next;
  }
}

/** @throws Error for anything but http and https, and for addresses with a password in them */
export function checkAddress({ protocol, username, password }: URL): void {
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error('Servers are asked over http and https only.');
  if (username !== '' || password !== '')
    throw new Error('The address of a server must not hold a user name or a password.');
}
