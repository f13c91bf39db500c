import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hostProblem } from '@basalt/network';
import type { ProjectSnapshot } from '@basalt/project';
import type { FastifyInstance } from 'fastify';
import {
  type Admission,
  CONNECTIONS,
  createConcurrencyLimiter,
  NO_SERVICE,
  otherProject,
  projectUrl,
  REQUESTS,
} from './admission.ts';
import { mayAskElsewhere } from './ask-elsewhere.ts';
import { isElsewhere, passUpgrade } from './elsewhere.ts';
import { describeRefusal, GatewayError } from './gateway-error.ts';
import type { GatewayService } from './gateway-service.ts';
import type { MountOptions } from './mount-services.ts';

/** For what was written to a socket that ends to reach a client that reads slowly. */
const FLUSH_MS = 5_000;

/** Upgraded connections of all projects. */
export interface Upgrades {
  /** Ends those of a project that does not serve any more, or whose services were all restarted. */
  changed(ref: string, snapshot: ProjectSnapshot | null): void;
}

interface UpgradeRoute {
  ref: string;
  url: string;
  service: GatewayService;
}

type Addresses = Pick<MountOptions, 'services' | 'elsewhere' | 'projectDomain' | 'names'>;

/** The address of a request as routes know it. */
function addressOf(message: IncomingMessage, { projectDomain, names }: Addresses): string {
  return projectUrl(message.url ?? '/', message.headers.host, projectDomain, names);
}

/** Whether what is at an address may go on in another protocol. */
export function mayUpgrade(message: IncomingMessage, options: Addresses): boolean {
  return (
    upgradeRoute(message, options) !== null || isElsewhere(addressOf(message, options), options.elsewhere)
  );
}

/** The service that an address belongs to, null when that one has nothing to upgrade to. */
function upgradeRoute(message: IncomingMessage, options: Addresses): UpgradeRoute | null {
  const { services } = options;
  const url = addressOf(message, options);
  const [, ref, name] = /^\/([a-z]{20})\/([a-z]+)\/v1(?=[/?]|$)/.exec(url) ?? [];
  const service = services.find((one) => one.name === name && one.upgrade !== undefined);
  return ref === undefined || service === undefined ? null : { ref, url, service };
}

/**
 * Hands connections that ask for another protocol (WebSocket) to their service, after the same admission as requests. From then
 * on the socket is the service's, and ends with its project or with the gateway.
 */
export function mountUpgrades(app: FastifyInstance, admission: Admission, options: MountOptions): Upgrades {
  const { runtime, services, requestLog, usage, onlyProjectOf } = options;
  const { gateways } = options;
  const limiters = {
    few: createConcurrencyLimiter(REQUESTS, gateways),
    many: createConcurrencyLimiter(CONNECTIONS, gateways),
  };
  const open = new Map<string, Map<Duplex, ProjectSnapshot>>();
  let changes = 0;
  let isClosing = false;

  async function findProject(ref: string): Promise<ProjectSnapshot | null> {
    // What was found before a change would keep the socket of a project that was paused since.
    for (;;) {
      const seen = changes;
      const project = await runtime.find(ref);
      if (seen === changes) return project;
    }
  }

  function hold(project: ProjectSnapshot, socket: Duplex, { connections = 'few' }: GatewayService): void {
    const { ref } = project;
    const limiter = limiters[connections];
    limiter.enter(ref);
    const ofProject = open.get(ref) ?? new Map<Duplex, ProjectSnapshot>();
    open.set(ref, ofProject.set(socket, project));
    socket.on('close', () => {
      limiter.leave(ref);
      ofProject.delete(socket);
      if (ofProject.size === 0 && open.get(ref) === ofProject) open.delete(ref);
    });
  }

  async function accept(message: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const began = performance.now();
    if (options.state() === 'stopping' && mayAskElsewhere(message)) return void socket.destroy();
    usage?.begin(message.socket);
    const route = upgradeRoute(message, options);
    const asked = { url: route?.url ?? '/', headers: message.headers, logged: null };
    let status = 101;
    try {
      const problem = hostProblem(message.rawHeaders, message.url ?? '/');
      if (problem !== null) throw new GatewayError(400, problem);
      if (route === null) throw new GatewayError(404, 'There is no other protocol at this address.');
      if (onlyProjectOf !== undefined && (onlyProjectOf(message.socket) ?? route.ref) !== route.ref)
        throw otherProject();
      const project = await findProject(route.ref);
      if (isClosing)
        throw new GatewayError(503, 'The server is stopping. Try again in a moment.', { retryAfter: 1 });
      if (socket.destroyed) return;
      const request = admission.admit(asked, project, route.service);
      hold(request.project, socket, route.service);
      await route.service.upgrade?.({ ...request, message, socket, head });
    } catch (error) {
      status = refuseUpgrade(app, socket, error, route?.service ?? null);
    } finally {
      const logged = admission.logged(asked);
      if (logged === null) usage?.uncounted(message.socket);
      else {
        const { ref, path, role } = logged;
        const name = route?.service.name ?? NO_SERVICE;
        usage?.request(ref, name, message.socket);
        if (status === 101 && !socket.destroyed) usage?.upgraded(ref, name, message.socket);
        const duration = performance.now() - began;
        requestLog.add(ref, {
          time: Date.now(),
          method: message.method ?? 'GET',
          path,
          status,
          duration,
          role,
        });
      }
    }
  }

  const { elsewhere } = options;
  if (elsewhere !== undefined || services.some((service) => service.upgrade !== undefined))
    app.server.on('upgrade', (message, socket, head) => {
      // A client that breaks off is no failure of ours.
      socket.on('error', () => {});
      if (isElsewhere(addressOf(message, options), elsewhere)) passUpgrade(elsewhere, message, socket, head);
      else void accept(message, socket, head);
    });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const service of services) service.leave?.();
    for (const ofProject of open.values()) for (const socket of ofProject.keys()) end(socket);
  });

  return {
    changed(ref, snapshot) {
      changes += 1;
      for (const [socket, { servicesRestart }] of open.get(ref) ?? [])
        if (!serves(snapshot) || snapshot.servicesRestart !== servicesRestart) end(socket);
    },
  };
}

/** Also while its database alone restarts. */
function serves(snapshot: ProjectSnapshot | null): snapshot is ProjectSnapshot {
  return snapshot !== null && (snapshot.unavailable === null || snapshot.unavailable.kind === 'starting');
}

function end(socket: Duplex): void {
  (socket as Socket).destroySoon();
  setTimeout(() => socket.destroy(), FLUSH_MS).unref();
}

/** Answers in place of the other protocol. Gives the status. */
function refuseUpgrade(
  app: FastifyInstance,
  socket: Duplex,
  error: unknown,
  service: GatewayService | null,
): number {
  const { status, body, retryAfter } = describeRefusal(error);
  if (status === 500) app.log.error({ err: error }, 'an upgrade failed');
  const text = JSON.stringify(service?.refusedUpgrade?.(body, error) ?? body);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'access-control-allow-origin: *',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    ...(retryAfter === null ? [] : [`retry-after: ${retryAfter}`]),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
  end(socket);
  return status;
}
