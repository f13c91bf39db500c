import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ProjectSnapshot } from '@basalt/project';
import type { FastifyBaseLogger } from 'fastify';
import type { UsageCounts } from '../../usage-counts/count-usage.ts';
import { type Admission, type ConcurrencyLimiter, type ProjectNames, projectUrl } from '../admission.ts';
import { MAX_HEADERS_MS } from '../body-pace.ts';
import { describeRefusal } from '../gateway-error.ts';
import type { GatewayService, ProjectRequest } from '../gateway-service.ts';
import { PlainConnection, type PlainDoor, type Serving } from './plain-connection.ts';
import type { ReadRequest } from './read-plain-request.ts';
import { commonLines, type PlainAnswer } from './write-plain-answer.ts';

export interface PlainOptions {
  services: readonly GatewayService[];
  /** A project that is known already; else null or a promise. */
  find(ref: string): ProjectSnapshot | null | Promise<ProjectSnapshot | null>;
  admission: Admission;
  limiter: ConcurrencyLimiter;
  usage: Pick<UsageCounts, 'begin'> | undefined;
  log: FastifyBaseLogger;
  /** Writes of a request what is written of all. */
  note(request: NotedRequest, status: number | null, service: string, elapsedMs: number): void;
  /** Headers of every answer of the gateway. */
  headers: Readonly<Record<string, string>>;
  projectDomain: string | null;
  names: ProjectNames | undefined;
  onlyProjectOf: ((connection: Socket) => string | undefined) | undefined;
  /** True: the gateway is about to stop. From then on everything goes to the server, whose answers end their connections. */
  isStopping(): boolean;
}

/** What is written of a request when it is over. */
interface NotedRequest {
  method: string;
  url: string;
  headers: ReadRequest['headers'];
  logged: { ref: string; role: string } | null;
  socket: Socket;
}

const SERVICE_URL = /^\/([a-z]{20})\/([a-z]+)\/v1(?:\/[\w./-]*)?(?:\?|$)/;

/**
 * Answers plain requests for services that can (`answer`) before the web server: a third of what a small read costs is spent there.
 * What is not plain, not admitted, or for anything else goes to the server with its connection, so that whatever is refused
 * is refused in one place.
 */
export function servePlainly(server: Server, options: PlainOptions): { close(): void } {
  const { admission, limiter, usage, log, note } = options;
  const services = new Map(
    options.services.flatMap((service) => (service.answer === undefined ? [] : [[service.name, service]])),
  );
  const connections = new Set<PlainConnection>();
  const complete = server.listeners('connection') as ((socket: Socket) => void)[];
  let isClosing = false;
  let requests = 0;

  const serve = (read: ReadRequest, connection: PlainConnection): Serving | null => {
    const { method, target, headers } = read;
    const url = projectUrl(target, headers.host, options.projectDomain, options.names);
    const [, ref = '', name = ''] = SERVICE_URL.exec(url) ?? [];
    const service = services.get(name);
    const snapshot = service === undefined || isClosing || options.isStopping() ? null : options.find(ref);
    if (snapshot instanceof Promise) {
      // The web server asks again and tells what is wrong.
      snapshot.catch(() => {});
      return null;
    }
    if (service?.answer === undefined || snapshot === null) return null;
    const { socket } = connection;
    const request: NotedRequest = { method, url, headers, logged: null, socket };
    const project = enter(request, snapshot, service);
    if (project === null) return null;
    const start = performance.now();
    const body = read.body ?? undefined;
    usage?.begin(socket);
    requests += 1;
    const ended: (() => void)[] = [];
    const answer = service.answer({
      method,
      headers,
      project,
      body,
      log,
      id: `plain-${requests}`,
      way: {
        once: (_event, listener) => ended.push(listener),
        setTimeout: (ms) => connection.limitStall(ms),
      },
      signal: () => connection.signal,
    });
    return {
      answer,
      over(answered, status) {
        limiter.leave(ref);
        note(request, answered ? status : null, name, performance.now() - start);
        for (const listener of ended) listener();
      },
    };
  };

  /** Null: it is refused, or may not come in now. */
  const enter = (
    request: NotedRequest,
    snapshot: ProjectSnapshot,
    service: GatewayService,
  ): ProjectRequest | null => {
    try {
      const project = admission.admit(request, snapshot, service);
      limiter.enter(snapshot.ref);
      return project;
    } catch {
      return null;
    }
  };

  const door: PlainDoor = {
    serve,
    handOver(socket) {
      for (const listener of complete) listener.call(server, socket);
    },
    failed(error): PlainAnswer {
      log.error({ err: error }, 'a request failed');
      const { status, body } = describeRefusal(error);
      return {
        status,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(body),
      };
    },
    common: commonLines(options.headers),
    keepAliveMs: server.keepAliveTimeout,
    firstMs: MAX_HEADERS_MS,
    isClosing: () => isClosing || options.isStopping(),
    closed: (connection) => void connections.delete(connection),
  };
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (isClosing || options.onlyProjectOf?.(socket) !== undefined) door.handOver(socket);
    else connections.add(new PlainConnection(socket, door));
  });
  return {
    close() {
      isClosing = true;
      for (const connection of connections) connection.close();
    },
  };
}
