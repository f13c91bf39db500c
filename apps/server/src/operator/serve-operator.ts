import { once } from 'node:events';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  backUpByOperator,
  listOperatedBackups,
  listOperatedProjects,
  type Platform,
  PlatformError,
  readOperatedOperation,
  restoreByOperator,
  toRecoveryRequest,
} from '@basalt/platform';
import type { Logger } from 'pino';
import type { Home } from '../home.ts';
import { operatorSocket } from './operator-socket.ts';

/**
 * Answers `basalt backup` and `basalt restore` of whoever owns the data folder: over a socket in a folder that only that user enters,
 * so that nothing offers it over the network and no project reaches it. Begins operations; they go on when whoever asked is gone.
 */
export async function serveOperator(
  home: Home,
  { dependencies }: Pick<Platform, 'dependencies'>,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const place = operatorSocket(home);
  if (place === null) {
    log.warn('the path of the data folder is too long for the socket of backup and restore');
    return { close: async () => {} };
  }
  await mkdir(place.folder, { recursive: true, mode: 0o700 });
  await chmod(place.folder, 0o700);
  // What a process that was killed has left.
  await rm(place.file, { force: true });
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    respond(request).then(
      (body) => (body === null ? answer(404, { message: 'There is no such command.' }) : answer(200, body)),
      (error: unknown) => {
        if (error instanceof PlatformError) return answer(400, { message: error.message });
        log.error({ err: error }, 'a command of the operator failed');
        return answer(500, { message: 'That failed. The log of the platform has the details.' });
      },
    );
  });
  server.listen(place.file);
  await once(server, 'listening');
  return {
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };

  async function respond(request: IncomingMessage): Promise<unknown> {
    const { method, url = '' } = request;
    const [, what = '', id = '', ...rest] = url.split('/');
    if (rest.length > 0) return null;
    switch (`${method} ${what}`) {
      case 'GET projects':
        return listOperatedProjects(dependencies.db);
      case 'GET backups':
        return listOperatedBackups(dependencies, id);
      case 'GET operations':
        return readOperatedOperation(dependencies.db, id);
      case 'POST backup':
        return { operation_id: await backUpByOperator(dependencies, id) };
      case 'POST restore': {
        const { backup, at } = (await json(request)) as { backup?: number; at?: string };
        return { operation_id: await restoreByOperator(dependencies, id, toRecoveryRequest(backup, at)) };
      }
      default:
        return null;
    }
  }
}
