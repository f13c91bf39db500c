import { PlatformError } from '../kernel/platform-error.ts';
import { listDeep } from './list-objects.ts';
import { type AskStorage, inAddress } from './storage-service.ts';
import { list } from './told-values.ts';

/** Milliseconds that one call works at most. Whoever asked asks again, and can show how far it is. */
const SHIFT = 5_000;
/** Objects that are moved at the same time. */
const AT_ONCE = 8;
const DELETED_AT_ONCE = 1_000;

export interface Progress {
  count: number;
  is_done: boolean;
}

export interface Move {
  from: string;
  to: string;
}

const isFolder = (path: string) => path.endsWith('/');

/**
 * Deletes objects and folders. What is gone already counts as done.
 * @throws PlatformError `bad_request` when names in a folder are none that the service deletes
 */
export async function deleteObjects(
  ask: AskStorage,
  id: string,
  paths: readonly string[],
): Promise<Progress> {
  const end = Date.now() + SHIFT;
  const objects = paths.filter((path) => !isFolder(path));
  let count = objects.length === 0 ? 0 : await deleteAll(ask, id, objects);
  for (const folder of paths.filter(isFolder))
    while (true) {
      if (Date.now() > end) return { count, is_done: false };
      const { objects: found } = await listDeep(ask, { id, folder });
      if (found.length === 0) break;
      const deleted = await deleteAll(
        ask,
        id,
        found.slice(0, DELETED_AT_ONCE).map(({ path }) => path),
      );
      if (deleted === 0) throw stuck(found[0]?.path ?? folder);
      count += deleted;
    }
  return { count, is_done: true };
}

async function deleteAll(ask: AskStorage, id: string, prefixes: readonly string[]): Promise<number> {
  const path = `/object/${inAddress(id)}`;
  return list(await ask({ method: 'DELETE', path, body: { prefixes } })).length;
}

/**
 * Gives objects and folders other names. Cut short, what was moved is moved, and the same call goes on with the rest.
 * @throws PlatformError `conflict` when a new name is taken, `bad_request` when a folder is to be moved into itself
 */
export async function moveObjects(ask: AskStorage, id: string, moves: readonly Move[]): Promise<Progress> {
  for (const move of moves) checkMove(move);
  const end = Date.now() + SHIFT;
  const single = moves.filter(({ from }) => !isFolder(from));
  let count = await moveAll(ask, id, single);
  for (const { from, to } of moves.filter((move) => isFolder(move.from)))
    while (true) {
      if (Date.now() > end) return { count, is_done: false };
      const { objects } = await listDeep(ask, { id, folder: from });
      if (objects.length === 0) break;
      const some = objects.slice(0, AT_ONCE * 16).map(({ path }) => ({
        from: path,
        to: `${to}${path.slice(from.length)}`,
      }));
      const moved = await moveAll(ask, id, some);
      if (moved === 0) throw new PlatformError('conflict', `The database lets ${from} not be moved.`);
      count += moved;
    }
  return { count, is_done: true };
}

/** @throws PlatformError `bad_request` */
function checkMove({ from, to }: Move): void {
  if (isFolder(from) !== isFolder(to))
    throw new PlatformError(
      'bad_request',
      'moves: a folder can only become a folder, and an object an object',
      {
        field: 'moves',
      },
    );
  if (isFolder(from) && to.startsWith(from))
    throw new PlatformError('bad_request', 'A folder cannot be moved into itself.', { field: 'moves' });
}

async function moveAll(ask: AskStorage, id: string, moves: readonly Move[]): Promise<number> {
  let count = 0;
  for (let at = 0; at < moves.length; at += AT_ONCE) {
    const some = moves.slice(at, at + AT_ONCE);
    const moved = await Promise.allSettled(some.map((move) => moveOne(ask, id, move)));
    const failed = moved.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    count += moved.filter((one) => one.status === 'fulfilled' && one.value).length;
  }
  return count;
}

/** Whether it was there: one that is not was moved by the call before. */
async function moveOne(ask: AskStorage, bucketId: string, { from, to }: Move): Promise<boolean> {
  try {
    const body = { bucketId, sourceKey: from, destinationKey: to };
    await ask({ method: 'POST', path: '/object/move', body });
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.code === 'not_found') return false;
    if (error.code === 'conflict')
      throw new PlatformError('conflict', `There is an object called ${to} already.`, { cause: error });
    throw error;
  }
}

function stuck(path: string): PlatformError {
  return new PlatformError(
    'bad_request',
    `The name of ${path} is none that can be deleted here. Rename it with SQL first.`,
  );
}
