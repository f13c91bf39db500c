import { ClusterError } from '@basalt/clusters/local-driver';
import {
  authGatewayService,
  buildGateway,
  createGraphqlService,
  createRealtimeService,
  createRestService,
  HeldProjects,
  openUsageCounts,
} from '@basalt/dataplane';
import { createOutgoing } from '@basalt/network';
import type { ProjectRuntimeStore } from '@basalt/platform/project-runtime';
import type { ProjectSnapshot } from '@basalt/project';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Home } from '../home.ts';
import { openRemoteDoors } from '../open-remote-doors.ts';
import { linkUrl, projectUrl } from '../project-url.ts';
import { projectCaller } from './call-project.ts';
import { functionsPassword } from './internal-key.ts';
import type { MachineParts, MachineServices } from './machine-services.ts';
import { openProjectDirectory } from './project-directory.ts';
import { openProjectNames } from './project-names.ts';
import { trustedProxies } from './proxies.ts';
import { toSnapshot } from './to-snapshot.ts';
import type { ReachedPlatform } from './wait-for-platform.ts';

export interface GatewayParts {
  config: Config;
  home: Home;
  log: Logger;
  store: ProjectRuntimeStore;
  clusters: ReachedPlatform['clusters'];
  secretKey: Buffer;
  /** Opens what only the machine that keeps the projects has, or the way to it. */
  openMachine(parts: MachineParts): MachineServices;
  /** `ready` while projects can be looked up and nobody has asked for the end. */
  state: () => 'starting' | 'ready' | 'stopping';
}

export interface OpenGateway {
  gateway: FastifyInstance;
  /** Writes what was counted and logged to the last. To be called when the gateway is closed, and before the store is. */
  writeRest(): Promise<void>;
}

/** Wires the gateway: what the platform's database says of projects, this machine's sockets, and the services. */
export function openGateway(parts: GatewayParts): OpenGateway {
  const { config, home, log, store, clusters, secretKey, openMachine, state } = parts;
  const outgoing = createOutgoing({ allowed: config.outgoingAllowed });
  const remote = openRemoteDoors(async (ref) => (await store.read(ref))?.attached ?? null, outgoing);
  let together = 1;
  const gateways = () => together;
  const names = openProjectNames();
  const learnNames = () =>
    names
      .learn(store.readAddresses)
      .catch((error: unknown) => log.warn({ err: error }, 'what projects are called could not be read'));
  const runtime = openProjectDirectory(
    {
      async read(ref) {
        const record = await store.read(ref);
        names.note(ref, record?.address ?? null);
        if (record === null) return null;
        return toSnapshot(record, {
          secretKey,
          publicUrl: projectUrl(config, ref),
          linkUrl: linkUrl(config, ref, record.address),
          database:
            record.attached === null
              ? await addressOf(clusters, ref)
              : await remote.door(ref, record.attached.database),
        });
      },
      listen: (onChange) =>
        store.listen(
          (ref) => {
            // Notices may have been missed. A project that was called otherwise is read anew before its next request.
            if (ref === null) void learnNames();
            onChange(ref);
          },
          (count) => {
            together = count;
          },
        ),
    },
    (error) => log.warn({ err: error }, 'a project could not be read anew'),
  );
  const projects = new HeldProjects({ gateways });
  const attachedDoor: MachineParts['attachedDoor'] = async (ref) => {
    const attached = (await store.read(ref))?.attached ?? null;
    if (attached === null) return null;
    const password = functionsPassword(secretKey, ref);
    return { ...(await remote.ownersDoor(ref, attached.database, password)), password };
  };
  const machine = openMachine({ config, home, log, store, runtime, projects, attachedDoor });
  const usage = openUsageCounts({
    write: store.addUsage,
    onError: (error) => log.warn({ err: error }, 'what projects use could not be written'),
    isInside: (connection) => machine.onlyProjectOf?.(connection) !== undefined,
  });
  const callProject = projectCaller(config, secretKey);
  const gateway = buildGateway({
    logger: log,
    runtime,
    projects,
    services: [
      createRestService({ logger: log, projects }),
      createGraphqlService({ logger: log, projects }),
      authGatewayService({
        log,
        outgoing,
        projects,
        gateways,
        callOwnProject: (ref, path, request) =>
          callProject(ref, path, { ...request, method: 'POST', key: null }),
        noteActiveUser: usage.activeUser,
      }),
      createRealtimeService({
        logger: log,
        projects,
        gateways,
        counts: {
          add(ref, count) {
            machine.realtimeCounts.add(ref, count);
            usage.realtime(ref, count);
          },
        },
      }),
      ...machine.services,
    ],
    gateways,
    elsewhere: machine.elsewhere,
    requestLog: machine.requestLog,
    usage,
    projectDomain: config.projectDomain,
    names,
    trustProxy: trustedProxies(config),
    state,
    ...(machine.onlyProjectOf === undefined ? {} : { onlyProjectOf: machine.onlyProjectOf }),
  });
  machine.serveWith(gateway);
  return {
    gateway,
    writeRest: async () => {
      await Promise.all([machine.writeRest(), usage.close(), remote.close()]);
    },
  };
}

/** Nowhere while the project is being made: its status keeps anybody from asking its database. */
async function addressOf(
  clusters: GatewayParts['clusters'],
  ref: string,
): Promise<ProjectSnapshot['database']> {
  try {
    const { host, port, database } = await clusters.address(ref);
    return { host, port, database };
  } catch (error) {
    if (error instanceof ClusterError && error.code === 'not_found')
      return { host: '/nowhere', port: 5432, database: 'postgres' };
    throw error;
  }
}
