import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterError } from '../../driver.ts';
import { exists } from '../files/exists.ts';
import { unsealed } from '../files/layout.ts';
import { processes } from '../processes/processes.ts';
import { explainFailedStart } from './explain-failure.ts';
import { type Launch, launchServer, waitUntilReady } from './launch-server.ts';
import { discardStalePidFile, endRest, findServer, type ServerPlace } from './running-server.ts';
import { logTail, rotateLog, sizeOf } from './server-log.ts';
import type { ServerState } from './server-state.ts';
import { isSealed, makeSocketFolder, sealInPlace, sealSocketFolder } from './socket-folder.ts';

/** Orphans of a killed server hold its shared memory until they notice; so long a start is tried again. */
const ORPHANS_MS = 10_000;

export interface StartedServer extends ServerState {
  adopted: boolean;
}

/**
 * Starts a server or adopts the one that lives in the data directory, and waits until it answers at its socket.
 * @param launch given the folder in which the server puts its socket
 * @param prepare called before each launch, never while a server lives
 * @throws {ClusterError} port_in_use, disk_full, start_failed
 */
export async function startServer(
  name: string,
  port: number,
  place: ServerPlace,
  launch: (sockets: string) => Omit<Launch, 'state' | 'dataDirectory'>,
  prepare: () => Promise<void>,
): Promise<StartedServer> {
  const orphansDeadline = performance.now() + ORPHANS_MS;
  const { owner, log, patienceMs } = launch(unsealed(place.sockets));
  for (;;) {
    const living = await findServer(place);
    if (living) {
      const adopted = await adopt(name, port, living, place, { owner, log, patienceMs });
      if (adopted) return adopted;
      continue;
    }
    if (await mayHaveLeft(place)) await endRest(place);
    await discardStalePidFile(place);
    const sockets = await makeSocketFolder(place.sockets, owner);
    await prepare();
    await rotateLog(log);
    const logStart = await sizeOf(log);
    const { data: dataDirectory, state } = place;
    const outcome = await launchServer({ ...launch(sockets), dataDirectory, state }, logStart);
    if (outcome.state === 'ready') {
      await sealSocketFolder(place.sockets, port, owner);
      return { ...outcome.server, adopted: false };
    }
    if (outcome.state === 'still starting') throw stillStarting(name);
    const lines = await logTail(log, logStart);
    // The second text means that another process won the race to start it: look again, and adopt.
    if (
      !/pre-existing shared memory block|lock file .* already exists/.test(lines.join('\n')) ||
      performance.now() > orphansDeadline
    )
      throw explainFailedStart(name, port, lines);
    await sleep(50);
  }
}

/** An orderly stop leaves nothing of these. */
async function mayHaveLeft({ state, sockets }: ServerPlace): Promise<boolean> {
  for (const path of [state, sockets, unsealed(sockets)]) if (await exists(path)) return true;
  return false;
}

/** Null if the server ended instead of becoming ready, as one does that was just told to stop. */
async function adopt(
  name: string,
  port: number,
  living: ServerState,
  place: ServerPlace,
  { owner, log, patienceMs }: Pick<Launch, 'owner' | 'log' | 'patienceMs'>,
): Promise<StartedServer | null> {
  const isAlive = () => processes.serves(living.pid, place.data);
  if (await isSealed(place.sockets, port)) {
    await sealInPlace(place.sockets, port, owner);
    return (await isAlive()) ? { ...living, adopted: true } : null;
  }
  // Its starter was killed before it was ready, or gave up waiting.
  const outcome = await waitUntilReady(log, living.logStart, patienceMs, async () => !(await isAlive()));
  if (outcome === 'still starting') throw stillStarting(name);
  if (outcome === 'ended') return null;
  await sealSocketFolder(place.sockets, port, owner);
  return { ...living, adopted: true };
}

function stillStarting(name: string): ClusterError {
  return new ClusterError(
    'start_failed',
    `The database ${name} is still recovering. It goes on by itself; try again in a few minutes.`,
  );
}
