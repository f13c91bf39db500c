import { statfsSync } from 'node:fs';

const GB = 1024 ** 3;
/** Two servers of a whole run write 9 GB, and they, their databases and browsers use 5 GB beside it. */
const ROOM_FOR_SERVERS = 18 * GB;
const ROOM_FOR_BROWSER = 2 * GB;
/** Where Chromium keeps what its processes share. */
const SHARED_MEMORY = '/dev/shm';

/**
 * The folder in memory for the data of servers under test; null if the run has none or the machine has too little of it. On a
 * disk ext4 passes over every file that was deleted in the last minutes before it makes a new one, which takes a ninth of the
 * processors' time when projects come and go.
 */
export function folderInMemory(): string | null {
  const folder = process.env.BASALT_TEST_MEMORY;
  return folder !== undefined && freeIn(folder) > ROOM_FOR_SERVERS ? folder : null;
}

/** How Chromium is started: containers may give it so little shared memory that it has to use files on the disk. */
export function chromiumArguments(): string[] {
  const isSmall = freeIn(SHARED_MEMORY) < ROOM_FOR_BROWSER;
  return ['--no-sandbox', ...(isSmall ? ['--disable-dev-shm-usage'] : [])];
}

/** Bytes. The file system may be larger than what the machine has left. */
function freeIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory());
  } catch {
    return 0;
  }
}
