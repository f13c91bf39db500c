import type { CustomFetchOptions } from 'openid-client';

export interface FetchLimits {
  timeoutMs: number;
  maxBytes: number;
}

export interface LimitedRequest {
  method?: string;
  headers?: Headers | Record<string, string>;
  body?: CustomFetchOptions['body'];
  signal?: AbortSignal | undefined;
}

const LIMITS: FetchLimits = { timeoutMs: 10_000, maxBytes: 1024 * 1024 };

/**
 * `fetch` for addresses that a project's owner chose: http and https only, no credentials in the address, no redirects,
 * with an end in time and size. Throws an Error when a limit is met; the answer's body is in memory when it returns.
 */
export async function limitedFetch(
  url: string,
  { method = 'GET', headers = {}, body = null, signal }: LimitedRequest = {},
  limits: FetchLimits = LIMITS,
): Promise<Response> {
  const address = new URL(url);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') {
    throw new Error(`Providers are asked over http and https only, not ${address.protocol}`);
  }
  if (address.username !== '' || address.password !== '') {
    throw new Error('The address of a provider must not hold a user name or a password.');
  }
  const deadline = AbortSignal.timeout(limits.timeoutMs);
  const response = await fetch(address, {
    method,
    headers,
    body: body ?? null,
    redirect: 'manual',
    signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
  });
  const content = await readAtMost(response.body, limits.maxBytes);
  const answerHeaders = new Headers(response.headers);
  answerHeaders.delete('content-encoding');
  answerHeaders.delete('content-length');
  const { status } = response;
  return new Response(content.byteLength === 0 ? null : content, { status, headers: answerHeaders });
}

async function readAtMost(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > maxBytes) throw new Error(`The provider's answer is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
