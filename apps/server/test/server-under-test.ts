import { rm } from 'node:fs/promises';
import type { LocalDriver } from '@basalt/clusters';
import { makeServerHome, shareTemplates } from '@basalt/clusters/testing';
import type { Platform } from '@basalt/platform';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { compose } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { type Home, openHome } from '../src/home.ts';
import { buildApp } from '../src/http/build-app.ts';
import { createLogger } from '../src/logger.ts';

export interface ServerUnderTest {
  app: FastifyInstance;
  platform: Platform;
  clusters: LocalDriver;
  postgresLog: { close(): Promise<void> };
  home: Home;
}

/** The platform with its HTTP server in this process, on a data folder of its own. Requests are injected: no port. */
export function useServer(databasePorts: string): ServerUnderTest {
  const server = {} as ServerUnderTest;
  let directory: string;

  beforeAll(async () => {
    directory = await makeServerHome();
    await shareTemplates(directory);
    const config = readConfig({
      BASALT_HOME: directory,
      BASALT_DATABASE_PORTS: databasePorts,
      BASALT_LOG_LEVEL: 'info',
    });
    const home = await openHome(config.home);
    const log = createLogger('platform', config.logLevel, `${home.logs}/platform.log`);
    Object.assign(server, await compose({ config, home, log }), { home });
    server.app = await buildApp({ config, platform: server.platform, log });
  });

  afterAll(async () => {
    await server.app.close();
    await server.platform.close(10_000);
    await server.postgresLog.close();
    for (const ref of [...(await server.clusters.list()), 'platform']) await server.clusters.remove(ref);
    await server.clusters.close();
    await rm(directory, { recursive: true, force: true });
  });

  return server;
}
