import { ClusterError, type LocalDriver } from '@basalt/clusters/local-driver';
import {
  authGatewayService,
  buildGateway,
  createFunctionsService,
  createGraphqlService,
  createRealtimeService,
  createRestService,
  createStorageService,
  HeldProjects,
  openFunctionLog,
  openRealtimeCounts,
  openRequestLog,
  openUsageCounts,
} from '@basalt/dataplane';
import type { ObjectFiles } from '@basalt/dataplane/object-files';
import { createOutgoing } from '@basalt/network';
import type { ProjectRuntimeStore } from '@basalt/platform/project-runtime';
import type { ProjectSnapshot } from '@basalt/project';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { functionLogFolder } from '../functions-folder.ts';
import type { Home } from '../home.ts';
import { objectsFolder } from '../objects-folder.ts';
import { openRemoteDoors } from '../open-remote-doors.ts';
import { linkUrl, projectUrl } from '../project-url.ts';
import { realtimeCountsFolder } from '../realtime-counts-folder.ts';
import { requestLogFolder } from '../request-log-folder.ts';
import { projectCaller } from './call-project.ts';
import { openFunctions } from './open-functions.ts';
import { openProjectDirectory } from './project-directory.ts';
import { openProjectNames } from './project-names.ts';
import { toSnapshot } from './to-snapshot.ts';

export interface GatewayParts {
  config: Config;
  home: Home;
  log: Logger;
  store: ProjectRuntimeStore;
  clusters: LocalDriver;
  secretKey: Buffer;
  /** Where the bytes of objects are kept. */
  files: ObjectFiles;
  /** Whether projects can be looked up. */
  isReady: () => boolean;
}

export interface OpenGateway {
  gateway: FastifyInstance;
  /** Writes what was counted and logged to the last. To be called when the gateway is closed, and before the store is. */
  writeRest(): Promise<void>;
}

/** Wires the gateway: what the platform's database says of projects, this machine's sockets, and the services. */
export function openGateway(parts: GatewayParts): OpenGateway {
  const { config, home, log, store, clusters, secretKey, files, isReady } = parts;
  const outgoing = createOutgoing({ allowed: config.outgoingAllowed });
  const remote = openRemoteDoors(async (ref) => (await store.read(ref))?.attached ?? null, outgoing);
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
        store.listen((ref) => {
          // Notices may have been missed. A project that was called otherwise is read anew before its next request.
          if (ref === null) void learnNames();
          onChange(ref);
        }),
    },
    (error) => log.warn({ err: error }, 'a project could not be read anew'),
  );
  const projects = new HeldProjects();
  const logFailure = (error: unknown) =>
    log.warn({ err: error }, 'the log of functions could not be written');
  const functionLog = openFunctionLog(functionLogFolder(home), logFailure);
  const realtimeCounts = openRealtimeCounts(realtimeCountsFolder(home), (error) =>
    log.warn({ err: error }, 'the counts of realtime could not be written'),
  );
  const functions = openFunctions({ config, home, store, runtime, log: functionLog.add });
  const usage = openUsageCounts({
    write: store.addUsage,
    onError: (error) => log.warn({ err: error }, 'what projects use could not be written'),
    isInside: (connection) => functions.onlyProjectOf(connection) !== undefined,
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
        callOwnProject: (ref, path, request) =>
          callProject(ref, path, { ...request, method: 'POST', key: null }),
        noteActiveUser: usage.activeUser,
      }),
      createRealtimeService({
        logger: log,
        projects,
        counts: {
          add(ref, count) {
            realtimeCounts.add(ref, count);
            usage.realtime(ref, count);
          },
        },
      }),
      createStorageService({ logger: log, projects, folder: objectsFolder(home), files }),
      createFunctionsService({ logger: log, runner: functions.runner }),
    ],
    requestLog: openRequestLog(requestLogFolder(home), (error) =>
      log.warn({ err: error }, 'the request log could not be written'),
    ),
    usage,
    projectDomain: config.projectDomain,
    names,
    // Projects have a domain when a proxy on this machine stands in front, or when we speak TLS ourselves.
    trustProxy: config.projectDomain === null || config.tls !== null ? false : 'loopback',
    isReady,
    onlyProjectOf: functions.onlyProjectOf,
  });
  functions.serveWith(gateway.server);
  return {
    gateway,
    writeRest: async () => {
      await Promise.all([functionLog.close(), realtimeCounts.close(), usage.close(), remote.close()]);
    },
  };
}

/** Nowhere while the project is being made: its status keeps anybody from asking its database. */
async function addressOf(clusters: LocalDriver, ref: string): Promise<ProjectSnapshot['database']> {
  try {
    const { host, port, database } = await clusters.address(ref);
    return { host, port, database };
  } catch (error) {
    if (error instanceof ClusterError && error.code === 'not_found')
      return { host: '/nowhere', port: 5432, database: 'postgres' };
    throw error;
  }
}
