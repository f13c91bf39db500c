import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterError } from '../driver.ts';
import { explainFailedStart } from './explain-failure.ts';
import { type Launch, launchServer } from './launch-server.ts';
import { type PostmasterFile, readPostmasterFile } from './postmaster-file.ts';
import { processes } from './processes.ts';
import { discardStalePidFile, findServer } from './running-server.ts';
import { logTail, rotateLog, sizeOf } from './server-log.ts';

/** Orphans of a killed server hold its shared memory until they notice; so long a start is tried again. */
const ORPHANS_MS = 10_000;

export interface StartedServer extends PostmasterFile {
  adopted: boolean;
}

/**
 * Starts a server or adopts the one that lives in the data directory, and waits until it answers.
 * @param prepare called before each launch, never while a server lives
 * @throws {ClusterError} port_in_use, disk_full, start_failed
 */
export async function startServer(
  name: string,
  port: number,
  launch: Launch,
  prepare: () => Promise<void>,
): Promise<StartedServer> {
  const orphansDeadline = performance.now() + ORPHANS_MS;
  for (;;) {
    const living = await findServer(launch.dataDirectory);
    if (living) {
      const adopted = await adopt(name, living, launch);
      if (adopted) return adopted;
      continue;
    }
    await discardStalePidFile(launch.dataDirectory);
    await prepare();
    await rotateLog(launch.log);
    const logStart = await sizeOf(launch.log);
    const outcome = await launchServer(launch);
    if (outcome.state === 'ready') return { ...outcome.server, adopted: false };
    if (outcome.state === 'still starting') throw stillStarting(name);
    const log = await logTail(launch.log, logStart);
    // The second text means that another process won the race to start it: look again, and adopt.
    if (
      !/pre-existing shared memory block|lock file .* already exists/.test(log.join('\n')) ||
      performance.now() > orphansDeadline
    )
      throw explainFailedStart(name, port, log);
    await sleep(50);
  }
}

/** Null if the server ended instead of becoming ready, as one does that was just told to stop. */
async function adopt(name: string, living: PostmasterFile, launch: Launch): Promise<StartedServer | null> {
  const deadline = performance.now() + launch.patienceMs;
  while (await processes.serves(living.pid, launch.dataDirectory)) {
    const server = await readPostmasterFile(launch.dataDirectory);
    if (server?.pid === living.pid && server.status === 'ready') return { ...server, adopted: true };
    if (performance.now() > deadline) throw stillStarting(name);
    await sleep(3);
  }
  return null;
}

function stillStarting(name: string): ClusterError {
  return new ClusterError(
    'start_failed',
    `The database ${name} is still recovering. It goes on by itself; try again in a few minutes.`,
  );
}
