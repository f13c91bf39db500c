import { createHash, randomUUID } from 'node:crypto';
import { gatewayShare, type ProjectSnapshot } from '@basalt/project';
import type { FastifyBaseLogger } from 'fastify';
import { WebSocketServer } from 'ws';
import { CallerError } from '../caller/caller-error.ts';
import { requestContext } from '../caller/request-context.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import type { GatewayService, UpgradeRequest } from '../gateway/gateway-service.ts';
import type { HeldProject, PartKind } from '../project/held-project.ts';
import type { HeldProjects } from '../project/held-projects.ts';
import type { RealtimeCounts } from '../realtime-counts/write-realtime-counts.ts';
import { findChannelCaller } from './callers/find-caller.ts';
import { Connection } from './channels/connection.ts';
import { mountBroadcasts } from './http/broadcast-routes.ts';
import { BroadcastRefusal } from './http/read-body.ts';
import { LIMITS } from './limits.ts';
import { RealtimeProject } from './project/realtime-project.ts';
import { RealtimeError } from './realtime-error.ts';
import type { ClientMessage, ProtocolVersion } from './socket/frames.ts';
import { RealtimeSocket } from './socket/realtime-socket.ts';

export interface RealtimeServiceOptions {
  logger: FastifyBaseLogger;
  projects: HeldProjects;
  /** Where sockets and messages of every project are counted. */
  counts: Pick<RealtimeCounts, 'add'>;
  /** How many gateways share the sockets that a project may have. Default: this one is alone. */
  gateways?: (() => number) | undefined;
}

/** Close code of the registry of RFC 6455: clients come again, and find another server or the same one anew. */
const SERVICE_RESTART = 1012;

/** Sockets and broadcasts of every project, to be mounted at `/<ref>/realtime/v1`. */
export function createRealtimeService({
  logger,
  projects,
  counts,
  gateways = () => 1,
}: RealtimeServiceOptions): GatewayService {
  const gateway = randomUUID();
  const kind: PartKind<RealtimeProject> = {
    open: (held) =>
      new RealtimeProject(held, {
        logFailure: (err, what) => logger.warn({ ref: held.ref, err }, what),
        noteCount: (count) => counts.add(held.ref, { ...count, gateway }),
      }),
  };
  const sockets = new Set<RealtimeSocket>();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LIMITS.frameBytes,
  });

  return {
    name: 'realtime',
    connections: 'many',
    isOpen: () => false,
    plugin: async (app) => {
      app.setErrorHandler((error, _request, reply) => {
        const refusal = toRefusal(error);
        if (refusal === null) throw error;
        return reply.code(refusal.status).send({ error: refusal.message, message: refusal.message });
      });
      mountBroadcasts(app, {
        async withProject(request, work) {
          assertOn(request.project.project);
          const held = projects.use(request.project.project);
          held.enter();
          try {
            const part = held.part(kind);
            await part.peers.ready();
            return await work({
              pipeline: part.pipeline,
              broadcast: (broadcast) => part.broadcast(broadcast, null),
            });
          } finally {
            held.leave();
          }
        },
      });
    },
    refusedUpgrade: ({ message, hint }, error) => {
      const isKeyMissing = error instanceof CallerError && error.problem.kind === 'no-key';
      return {
        error: isKeyMissing ? 'API key is missing' : message,
        ...(hint === undefined ? {} : { hint }),
      };
    },
    async upgrade(asked) {
      const version = versionOf(asked.url);
      // What stays as long as the socket names these, so that the request itself does not stay.
      const { caller: cameWith, socket: stream } = asked;
      assertOn(asked.project);
      const held = projects.use(asked.project);
      const project = held.part(kind);
      if (project.members.size >= gatewayShare(asked.project.realtime.socketsPerProject, gateways()))
        throw new GatewayError(429, 'ConnectionRateLimitReached: Too many connected users', {
          retryAfter: 5,
        });
      const caller = await findChannelCaller(cameWith, project.keys).catch((error: unknown) => {
        throw error instanceof RealtimeError ? new GatewayError(401, error.message) : error;
      });
      asked.noteRole(caller.identity.role);
      const { headersJson, cookiesJson, method, path } = requestContext(
        'GET',
        asked.url,
        asked.message.headers,
      );
      const key = keyOf(asked);
      const parts = {
        project,
        caller,
        isKeyGood: () => project.hasKey(key),
        checkToken: () => findChannelCaller(cameWith, project.keys),
        request: { headersJson, cookiesJson, method, path },
        logFailure: (err: unknown, what: string) => logger.warn({ ref: held.ref, err }, what),
      };
      accept(asked, held, (webSocket) => {
        let connection: Connection | null = null;
        const socket = new RealtimeSocket(
          { webSocket, stream, version, traffic: project.traffic },
          {
            message: (message: ClientMessage) => connection?.receive(message),
            closed: () => {
              sockets.delete(socket);
              connection?.ended();
              held.leave();
            },
          },
        );
        sockets.add(socket);
        connection = new Connection(parts, socket);
      });
    },
    leave() {
      for (const socket of sockets)
        socket.close(SERVICE_RESTART, 'This server is about to stop. Connect again.');
    },
    close: async () => {
      server.close();
    },
  };

  function accept(
    { message, socket, head }: UpgradeRequest,
    held: HeldProject,
    opened: (webSocket: Parameters<Parameters<typeof server.handleUpgrade>[3]>[0]) => void,
  ): void {
    if (socket.destroyed) return;
    server.handleUpgrade(message, socket, head, (webSocket) => {
      held.enter();
      opened(webSocket);
    });
  }
}

/** @throws {GatewayError} realtime of the project is switched off */
function assertOn({ realtime }: ProjectSnapshot): void {
  if (!realtime.isOn) throw new GatewayError(503, 'Realtime is switched off for this project.');
}

/** @throws {GatewayError} */
function versionOf(url: string): ProtocolVersion {
  const [path = '', query = ''] = url.split('?', 2);
  if (path !== '/websocket') throw new GatewayError(404, 'The socket is at /realtime/v1/websocket.');
  const version = new URLSearchParams(query).get('vsn') ?? '1.0.0';
  if (version !== '1.0.0' && version !== '2.0.0')
    throw new GatewayError(
      400,
      'vsn must be 1.0.0 or 2.0.0, the versions of the protocol that are spoken here.',
    );
  return version;
}

/** The hash of the key that the socket came with, by which the project knows it. */
function keyOf({ message }: UpgradeRequest): string {
  const { apikey } = message.headers;
  const text =
    typeof apikey === 'string'
      ? apikey
      : (new URL(message.url ?? '/', 'http://localhost').searchParams.get('apikey') ?? '');
  return createHash('sha256').update(text).digest('base64url');
}

function toRefusal(error: unknown): { status: number; message: string } | null {
  if (error instanceof BroadcastRefusal) return { status: error.statusCode, message: error.message };
  if (!(error instanceof RealtimeError)) return null;
  return { status: error.code === 'DatabaseLackOfConnections' ? 503 : 401, message: error.message };
}
