import {
  createFunctionsService,
  createStorageService,
  type Elsewhere,
  type GatewayService,
  type HeldProjects,
  openFunctionLog,
  openRealtimeCounts,
  openRequestLog,
  type ProjectRuntime,
  type RealtimeCounts,
  type RequestLog,
} from '@basalt/dataplane';
import type { ObjectFiles } from '@basalt/dataplane/object-files';
import type { ProjectRuntimeStore } from '@basalt/platform/project-runtime';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { takeLines } from '../door/take-lines.ts';
import { functionLogFolder } from '../functions-folder.ts';
import type { Home } from '../home.ts';
import { objectsFolder } from '../objects-folder.ts';
import { realtimeCountsFolder } from '../realtime-counts-folder.ts';
import { requestLogFolder } from '../request-log-folder.ts';
import { type FunctionParts, openFunctions } from './open-functions.ts';

export interface MachineParts {
  config: Config;
  home: Home;
  log: Logger;
  store: ProjectRuntimeStore;
  runtime: ProjectRuntime;
  projects: HeldProjects;
  attachedDoor: FunctionParts['attachedDoor'];
}

/** What a gateway needs of the machine that keeps the projects, besides their databases. */
export interface MachineServices {
  /** Those that are answered here. */
  services: readonly GatewayService[];
  /** Those that the gateway of that machine answers; undefined on that machine itself. */
  elsewhere: Elsewhere | undefined;
  requestLog: RequestLog;
  realtimeCounts: Pick<RealtimeCounts, 'add'>;
  onlyProjectOf?: ReturnType<typeof openFunctions>['onlyProjectOf'];
  /** To be called once, before the gateway listens. */
  serveWith(gateway: FastifyInstance): void;
  /** Writes what waits. */
  writeRest(): Promise<unknown>;
}

/** On the machine that keeps the projects: files, functions and logs are here. */
export function openOwnMachine(
  { config, home, log, store, runtime, projects, attachedDoor }: MachineParts,
  files: ObjectFiles,
): MachineServices {
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  const functionLog = openFunctionLog(
    functionLogFolder(home),
    warn('the log of functions could not be written'),
  );
  const realtimeCounts = openRealtimeCounts(
    realtimeCountsFolder(home),
    warn('the counts of realtime could not be written'),
  );
  const requestLog = openRequestLog(requestLogFolder(home), warn('the request log could not be written'));
  const functions = openFunctions({ config, home, store, runtime, attachedDoor, log: functionLog.add });
  return {
    services: [
      createStorageService({ logger: log, projects, folder: objectsFolder(home), files }),
      createFunctionsService({ logger: log, runner: functions.runner }),
    ],
    elsewhere: undefined,
    requestLog,
    realtimeCounts,
    onlyProjectOf: functions.onlyProjectOf,
    serveWith(gateway) {
      functions.serveWith(gateway.server);
      if (config.door !== null) takeLines(gateway, { requestLog, realtimeCounts });
    },
    writeRest: () => Promise.all([functionLog.close(), realtimeCounts.close()]),
  };
}
