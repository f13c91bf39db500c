import { type Caller, callerKeys } from '../../../caller/caller.ts';
import { visibleJson } from '../../../lib/format/visible-json.ts';

export interface GraphqlRequest {
  query: string;
  variables: object | null;
  operationName: string | null;
}

/** What the API answered. */
export interface GraphqlAnswer {
  status: number;
  milliseconds: number;
  bytes: number;
  /** In regular lines when it is JSON. */
  text: string;
  /** Null when it is no JSON. */
  json: unknown;
}

/** A header as it is shown: what is secret in it only goes to the clipboard. */
export interface SentHeader {
  name: string;
  value: string;
  shown: string;
}

/** Sends a request as applications do, as somebody. @throws what `fetch` throws, and when no token is given */
export async function sendGraphql(
  target: { ref: string; url: string; caller: Caller },
  request: GraphqlRequest,
  signal?: AbortSignal,
): Promise<GraphqlAnswer> {
  const answer = await send(target, request, false, signal);
  return answer.status === 401 ? send(target, request, true, signal) : answer;
}

async function send(
  { ref, url, caller }: { ref: string; url: string; caller: Caller },
  { query, variables, operationName }: GraphqlRequest,
  isRefused: boolean,
  signal?: AbortSignal,
): Promise<GraphqlAnswer> {
  const headers = await sentHeaders(ref, caller, isRefused);
  const begun = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: headers.map(({ name, value }) => [name, value] as [string, string]),
    body: JSON.stringify({
      query,
      ...(variables === null ? {} : { variables }),
      ...(operationName === null ? {} : { operationName }),
    }),
    credentials: 'omit',
    ...(signal === undefined ? {} : { signal }),
  });
  const body = await response.text();
  const milliseconds = performance.now() - begun;
  const json = fromJson(body);
  return {
    status: response.status,
    milliseconds,
    bytes: new TextEncoder().encode(body).length,
    text: json === undefined ? body : visibleJson(json),
    json: json ?? null,
  };
}

/** What goes along with a request of somebody. */
export async function sentHeaders(ref: string, caller: Caller, isRefused = false): Promise<SentHeader[]> {
  const { token, apiKey } = await callerKeys(ref, caller, isRefused);
  return [
    { name: 'content-type', value: 'application/json', shown: 'application/json' },
    { name: 'apikey', value: apiKey, shown: `${apiKey.slice(0, 20)}…` },
    {
      name: 'authorization',
      value: `Bearer ${token}`,
      shown: `Bearer, a token of ${caller.words} for ten minutes`,
    },
  ];
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How many errors an answer tells of. */
export function errorCount({ json }: Pick<GraphqlAnswer, 'json'>): number {
  const errors = (json as { errors?: unknown } | null)?.errors;
  return Array.isArray(errors) ? errors.length : 0;
}
