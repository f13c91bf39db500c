import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, lstat, mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDataFolderName } from './data/cluster-record.ts';
import { releaseUidRanges } from './data/uid-ranges.ts';
import { PARENTS } from './files/layout.ts';
import { runsAsRoot } from './owners/access.ts';
import { isAlive } from './processes/processes.ts';
import { killInside } from './server/running-server.ts';

const NAME = /^basalt-test-(\d+)-[0-9a-f]+$/;
// As root the servers' users must be able to pass; a TMPDIR of root's own may shut them out.
const TEMPORARY = runsAsRoot ? '/tmp' : tmpdir();
/** Where Linux keeps files in memory: making the thousand files of a database there takes a tenth of the time. */
const MEMORY = '/dev/shm';
/** The part of it that a run of all tests clears away at its end. */
const IN_MEMORY = process.env.BASALT_TEST_MEMORY ?? MEMORY;
const GB = 1024 ** 3;
const ROOM_FOR_CLUSTERS = 2 * GB;
/** With backups and former databases, and beside what else the tests keep there meanwhile. */
const ROOM_FOR_SERVERS = 12 * GB;

export interface TestHome {
  home: string;
  /** Binaries and templates, shared by all test processes and kept for the next run: initdb runs once per content. */
  shared: string;
  /** Kills every server of the home and deletes it. */
  dispose(): Promise<void>;
}

/** A data folder for throw-away clusters. Those of test processes that were killed are cleared away first. */
export async function makeTestHome(): Promise<TestHome> {
  const home = await makeFolder(ROOM_FOR_CLUSTERS);
  await chmod(home, 0o711);
  return { home, shared: await sharedFolder(), dispose: () => disposeHome(home) };
}

/**
 * A data folder of ours alone for a real server, in memory where there is much of it. Whoever makes it deletes it; if he is killed,
 * the next test process does.
 */
export function makeServerHome(): Promise<string> {
  return makeFolder(ROOM_FOR_SERVERS);
}

async function makeFolder(room: number): Promise<string> {
  await sweepTestHomes();
  const name = `basalt-test-${process.pid}-${randomBytes(4).toString('hex')}`;
  const folder = join(await parentOfHomes(room), name);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Binaries and templates of all throw-away clusters, in the folders `postgres` and `templates`. */
export async function sharedFolder(): Promise<string> {
  const folder = join(TEMPORARY, `basalt-test-cache-${process.getuid?.() ?? 'user'}`);
  await mkdir(folder, { recursive: true });
  const stats = await lstat(folder);
  if (!stats.isDirectory() || (process.getuid && stats.uid !== process.getuid()))
    throw new Error(`${folder} must be a folder of our own: delete it.`);
  await chmod(folder, 0o711);
  return folder;
}

async function parentOfHomes(room: number): Promise<string> {
  const memory = await statfs(IN_MEMORY).catch(() => null);
  const isWritable = await access(IN_MEMORY, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  // The file system may be larger than what the machine has left.
  const free = memory ? Math.min(memory.bavail * memory.bsize, process.availableMemory()) : 0;
  return isWritable && free > room ? IN_MEMORY : TEMPORARY;
}

async function sweepTestHomes(): Promise<void> {
  for (const parent of new Set([TEMPORARY, MEMORY, IN_MEMORY])) {
    for (const name of await readdir(parent).catch(() => [])) {
      const pid = Number(NAME.exec(name)?.[1] ?? process.pid);
      if (pid === process.pid || isAlive(pid)) continue;
      // Another test process may be clearing away the same; what it missed is for the next one.
      await disposeHome(join(parent, name)).catch(() => undefined);
    }
  }
}

async function disposeHome(home: string): Promise<void> {
  const folders = [join(home, 'platform')];
  for (const parent of Object.values(PARENTS)) {
    const names = await readdir(join(home, parent)).catch(() => []);
    folders.push(...names.map((name) => join(home, parent, name)));
  }
  await Promise.all(folders.map(killServers));
  await releaseUidRanges(home);
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
}

/** Those of all data directories of a cluster. */
async function killServers(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter(isDataFolderName);
  await Promise.all(names.map((name) => killInside(join(folder, name))));
}
