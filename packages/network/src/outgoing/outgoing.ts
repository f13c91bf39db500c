import { lookup, Resolver } from 'node:dns/promises';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Allowed } from '../addresses/allowed.ts';
import { alike, type OutgoingClock, REAL_CLOCK } from './alike.ts';
import type { FindOptions } from './find-server.ts';
import { followRedirects } from './follow-redirects.ts';
import { openConnection } from './open-connection.ts';
import { openStream } from './open-stream.ts';
import { OutgoingError } from './outgoing-error.ts';

export interface OutgoingRequest {
  method?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: string | URLSearchParams | Uint8Array | ArrayBuffer | ReadableStream | null | undefined;
  signal?: AbortSignal | undefined;
}

export interface OutgoingLimits {
  /** For everything, redirects included. Every failure is told at this moment. */
  timeoutMs: number;
  /** Of the answer's body. */
  maxBytes: number;
  /** What an answer is that has more: a failure (default), or as long as it may be, its rest not read. */
  whenLonger?: 'fail' | 'cut';
  /** How often a request is sent that gets no answer, within the one time limit, and how long to wait in between. Default: once. */
  tries?: { atMost: number; pauseMs: number };
}

/** Throws OutgoingError. The answer's body is in memory when it returns. */
export type OutgoingFetch = (
  url: string,
  request?: OutgoingRequest,
  limits?: OutgoingLimits,
) => Promise<Response>;

/** How this machine calls servers that somebody else named: only those on the public internet, or that the operator allows. */
export interface Outgoing {
  fetch: OutgoingFetch;
  /**
   * A request whose answer is read while it comes, without a limit of its size. That the server cannot be reached is told at one
   * moment; what comes afterwards as it is. Redirects are not followed.
   */
  stream(url: string, request?: OutgoingRequest): Promise<Response>;
  /**
   * A plain connection, for protocols of their own. Its failures differ: call it within `attempt`.
   * @param signal ends the attempt, not the connection
   */
  connect(server: { host: string; port: number; signal: AbortSignal }): Promise<Socket>;
  /**
   * The TXT records of a name.
   * @throws OutgoingError where there are none, or nobody can say
   */
  texts(name: string): Promise<string[]>;
  /** Work that is made of several requests fails as one does: with OutgoingError, `timeoutMs` after its beginning. */
  attempt<T>(work: (signal: AbortSignal) => Promise<T>, timeoutMs?: number): Promise<T>;
}

export interface OutgoingOptions {
  allowed: Allowed;
  /** Default: the resolver of the machine. */
  resolve?: FindOptions['resolve'];
  /** Addresses of servers that are asked for TXT records, with or without a port. Default: those of the machine. */
  dnsServers?: readonly string[] | null;
  /** Default: asks them. */
  resolveTexts?: (name: string) => Promise<string[][]>;
  /** Default: what its network cards have. */
  ownAddresses?: FindOptions['ownAddresses'];
  clock?: OutgoingClock;
}

const LIMITS: OutgoingLimits = { timeoutMs: 10_000, maxBytes: 1024 * 1024 };

export function createOutgoing({
  allowed,
  resolve = (name) => lookup(name, { all: true, order: 'verbatim' }),
  dnsServers = null,
  resolveTexts = (name) => askForTexts(name, dnsServers),
  ownAddresses = addressesOfThisMachine,
  clock = REAL_CLOCK,
}: OutgoingOptions): Outgoing {
  const find: FindOptions = { allowed, resolve, ownAddresses };
  return {
    fetch: (url, request, limits = LIMITS) =>
      alike(
        (signal) =>
          askAgain(() => ask(url, request ?? {}, limits, signal, find), limits.tries, signal, clock),
        limits.timeoutMs,
        clock,
      ),
    stream: async (url, request = {}) => {
      const { method, headers, body } = await write(request);
      const { answer } = await alike(
        (ending) =>
          openStream(new URL(url), { method, headers, body }, { ending, signal: request.signal }, find),
        LIMITS.timeoutMs,
        clock,
      );
      return answer;
    },
    async texts(name) {
      try {
        // A long text comes in pieces.
        return (await resolveTexts(name)).map((pieces) => pieces.join(''));
      } catch (error) {
        throw new OutgoingError(error);
      }
    },
    connect: (server) => openConnection(server, find),
    attempt: (work, timeoutMs = LIMITS.timeoutMs) => alike(work, timeoutMs, clock),
  };
}

async function askAgain<T>(
  work: () => Promise<T>,
  { atMost, pauseMs } = { atMost: 1, pauseMs: 0 },
  signal: AbortSignal,
  clock: OutgoingClock,
): Promise<T> {
  for (let left = atMost - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 0 || signal.aborted) throw error;
      await clock.wait(pauseMs, signal);
    }
  }
}

async function ask(
  url: string,
  request: OutgoingRequest,
  { maxBytes, whenLonger = 'fail' }: OutgoingLimits,
  ending: AbortSignal,
  find: FindOptions,
): Promise<Response> {
  const { signal } = request;
  const answer = await followRedirects(
    {
      url: new URL(url),
      ...(await write(request)),
      maxBytes,
      whenLonger,
      signal: signal === undefined ? ending : AbortSignal.any([ending, signal]),
    },
    find,
  );
  const content = answer.body.byteLength === 0 ? null : new Uint8Array(answer.body);
  return new Response(content, { status: answer.status, headers: answer.headers });
}

/** What the platform makes of a body, its content type included. */
async function write({ method = 'GET', headers, body }: OutgoingRequest) {
  const written = new Request('http://body.invalid', {
    method,
    headers: new Headers(headers),
    body: (body ?? null) as Uint8Array<ArrayBuffer> | null,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  return {
    method,
    headers: written.headers,
    body: written.body === null ? null : Buffer.from(await written.arrayBuffer()),
  };
}

function askForTexts(name: string, servers: readonly string[] | null): Promise<string[][]> {
  const resolver = new Resolver({ timeout: 4_000, tries: 2 });
  if (servers !== null) resolver.setServers(servers);
  return resolver.resolveTxt(name);
}

function addressesOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((card) => (card ?? []).map(({ address }) => address));
}
