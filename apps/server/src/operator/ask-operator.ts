import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperatedOperation } from '@basalt/platform';
import { type Config, ConfigError } from '../config.ts';
import { findHolder } from '../home-lock.ts';
import { operatorSocket } from './operator-socket.ts';

const EVERY_MS = 300;

/**
 * Asks the platform that runs on the data folder.
 * @throws ConfigError with its sentence where it refuses, or where none runs
 */
export async function askOperator<T>(
  { home }: Pick<Config, 'home'>,
  method: 'GET' | 'POST',
  path: string,
  body: object = {},
): Promise<T> {
  const place = operatorSocket({ path: home });
  if (place === null)
    throw new ConfigError(`The path ${home} is too long for a socket. Set BASALT_HOME to a shorter one.`);
  const { status, answer } = await send(place.file, method, path, body).catch(async (error: Error) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES')
      throw new ConfigError(`${home} belongs to another user: run this as the one who runs Basalt.`);
    if (code !== 'ENOENT' && code !== 'ECONNREFUSED' && code !== 'ECONNRESET') throw error;
    throw new ConfigError(
      (await findHolder(home)) === null
        ? `Basalt does not run on ${home}. Start it first, then ask again.`
        : `The Basalt that runs on ${home} does not answer: it is starting, stopping, or an earlier version.`,
    );
  });
  if (status !== 200) throw new ConfigError((answer as { message: string }).message);
  return answer as T;
}

/** Waits for the end of an operation, however long that takes; a platform that is started anew meanwhile goes on with it. */
export async function untilOver(
  config: Pick<Config, 'home'>,
  id: string,
  onProgress: (operation: OperatedOperation) => void,
): Promise<OperatedOperation> {
  for (let missed = 0; ; await sleep(EVERY_MS)) {
    try {
      const operation = await askOperator<OperatedOperation>(config, 'GET', `operations/${id}`);
      if (operation.state !== 'running') return operation;
      onProgress(operation);
      missed = 0;
    } catch (error) {
      missed += 1;
      if (missed * EVERY_MS > 60_000) throw error;
    }
  }
}

function send(
  socketPath: string,
  method: string,
  path: string,
  body: object,
): Promise<{ status: number; answer: unknown }> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, method, path: `/${path}` }, (response) => {
      json(response).then((answer) => resolve({ status: response.statusCode ?? 0, answer }), reject);
    });
    asked.on('error', reject);
    asked.end(method === 'POST' ? JSON.stringify(body) : undefined);
  });
}
