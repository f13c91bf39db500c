import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { type LocalDriver, openLocalDriver } from '@basalt/clusters/local-driver';
import { freePort, makeServerHome, shareTemplates } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import pg from 'pg';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openPooler, type PooledProject, type Pooler } from './open-pooler.ts';
import type { PoolerEvent, PoolMode } from './visit.ts';

export const REF = 'abcdefghijklmnopqrst';
const PASSWORD = 'open sesame';

export interface PoolerUnderTest {
  readonly pooler: Pooler;
  /** Ports of the two modes. */
  readonly ports: Record<PoolMode, number>;
  /** What the pooler knows of the project; tests may change it. */
  project: PooledProject;
  /** What the pooler told of its clients. */
  readonly events: PoolerEvent[];
  /** Tells the pooler that it has changed. */
  changed(): void;
  /** Makes a role that may log in. */
  createRole(name: string): Promise<void>;
  /** A client that is connected, and ended after the test. */
  connect(mode: PoolMode, changes?: pg.ClientConfig): Promise<pg.Client>;
  /** Runs something as the superuser, past the pooler. */
  asSuperuser(sql: string): Promise<pg.QueryResult>;
}

/**
 * A pooler in front of a real database that takes connections over TCP.
 * @param poolSize connections that clients use by turns
 * @param share these and sessions together
 */
export function usePooler(poolSize: number, share = 100): PoolerUnderTest {
  let driver: LocalDriver;
  let pooler: Pooler;
  const servers: Server[] = [];
  const clients: pg.Client[] = [];
  const under = { ports: { session: 0, transaction: 0 }, events: [] as PoolerEvent[] } as PoolerUnderTest;

  beforeAll(async () => {
    const home = await makeServerHome();
    await chmod(home, 0o711);
    await shareTemplates(home);
    driver = await openLocalDriver({ home, listenAddress: '127.0.0.1' });
    driver.useVaultKeys(async () => Buffer.alloc(32, 7));
    const port = await freePort();
    await driver.create({ ref: REF, kind: 'project', major: 17, port });
    await driver.start(REF);
    under.project = {
      host: '127.0.0.1',
      port,
      unavailable: null,
      requireTls: false,
      allowedBlocks: null,
      poolSize: null,
    };
    pooler = openPooler({
      find: (ref) => (ref === REF ? under.project : null),
      onChange: (listener) => {
        under.changed = () => listener(REF);
      },
      superuser: () => driver.address(REF),
      tls: null,
      poolSize: () => poolSize,
      directShare: () => share,
      maxClients: 200,
      tell: (_ref, event) => under.events.push(event),
      log: () => {},
    });
    for (const mode of ['session', 'transaction'] as const) {
      const server = createServer((socket) => pooler.accept(socket, mode));
      servers.push(server);
      await once(server.listen(0, '127.0.0.1'), 'listening');
      under.ports[mode] = (server.address() as AddressInfo).port;
    }
    await under.createRole('visitor');
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})));
  });
  afterAll(async () => {
    pooler.close();
    for (const server of servers) server.close();
    await driver.stop(REF);
    await driver.close();
  });

  async function asSuperuser(sql: string): Promise<pg.QueryResult> {
    return withClient(await driver.address(REF), (client) => client.query(sql));
  }

  return Object.assign(under, {
    asSuperuser,
    createRole: async (name: string) => {
      await asSuperuser(
        `create role ${pg.escapeIdentifier(name)} login password ${pg.escapeLiteral(PASSWORD)}`,
      );
    },
    connect: async (mode: PoolMode, changes: pg.ClientConfig = {}) => {
      const client = new pg.Client({
        host: '127.0.0.1',
        port: under.ports[mode],
        user: `visitor.${REF}`,
        password: PASSWORD,
        database: 'postgres',
        ...changes,
      });
      client.on('error', () => {});
      clients.push(client);
      await client.connect();
      return client;
    },
  });
}
