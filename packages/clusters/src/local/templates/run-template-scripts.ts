import { randomBytes } from 'node:crypto';
import { chown, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withClient } from '@basalt/postgres';
import { ClusterError, SMALL_SETTINGS } from '../../driver.ts';
import { socketFolder, socketPort, unsealed } from '../files/layout.ts';
import type { Owner } from '../owners/access.ts';
import { OPEN_ACCESS, hostAccess as rules } from '../server/host-access.ts';
import { stopServer } from '../server/running-server.ts';
import { serverArguments } from '../server/server-parameters.ts';
import { removeSocketFolder } from '../server/socket-folder.ts';
import { startServer } from '../server/start-server.ts';
import { SUPERUSER } from './initdb.ts';
import type { TemplateRecipe } from './template-recipe.ts';

const PATIENCE_MS = 60_000;

/** Runs the recipe's SQL in a new database cluster: starts its server, and stops it cleanly afterwards. */
export async function runTemplateScripts(
  root: string,
  dataDirectory: string,
  log: string,
  recipe: TemplateRecipe,
  owner: Owner | null,
): Promise<void> {
  // An underscore cannot start a cluster's name, so this is nobody's socket.
  const sockets = socketFolder(root, `_${randomBytes(6).toString('hex')}`, null);
  const hostAccess = join(dirname(dataDirectory), 'pg_hba.conf');
  await writeFile(hostAccess, rules(OPEN_ACCESS), { mode: 0o600 });
  if (owner) await chown(hostAccess, owner.uid, owner.gid);
  const { major, postgres } = recipe.binaries;
  const port = socketPort(null);
  // Of the kind that keeps no archive.
  const kind = 'platform' as const;
  // Until it is finished a template may be lost; it is flushed to disk as a whole afterwards.
  const settings = {
    ...SMALL_SETTINGS,
    parameters: { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' },
  };
  const launch = (socketFolder: string) => ({
    program: postgres,
    arguments: serverArguments(
      major,
      { kind, listenAddresses: '', port, socketFolder, hostAccess, certificate: null, name: 'template' },
      settings,
    ),
    log,
    owner,
    mostProcesses: null,
    patienceMs: PATIENCE_MS,
  });
  const place = {
    data: dataDirectory,
    state: join(dirname(dataDirectory), 'server.json'),
    sockets,
    uid: null,
  };
  try {
    await startServer('template', port, place, launch, async () => undefined);
    await runScripts(sockets, port, recipe);
  } finally {
    await stopServer(place);
    for (const folder of [sockets, unsealed(sockets)]) await removeSocketFolder(folder);
  }
}

async function runScripts(host: string, port: number, recipe: TemplateRecipe): Promise<void> {
  const run: Parameters<typeof withClient>[1] = async (client) => {
    for (const script of recipe.scripts) {
      await client.query(script.sql).catch((error: Error) => {
        throw new ClusterError(
          'start_failed',
          `The SQL file ${script.name} for new PostgreSQL ${recipe.binaries.major} databases failed: ${error.message}.`,
          { cause: error },
        );
      });
    }
  };
  await withClient({ host, port, user: SUPERUSER, database: 'postgres' }, run, { answerTimeoutMs: null });
}
