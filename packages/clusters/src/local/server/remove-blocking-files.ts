import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { runAsOwner } from '../owners/run-as-owner.ts';

/** What a server opens by name before it is ready. A pipe in the place of one would make it wait for ever. */
const OPENED_AT_START = [
  'PG_VERSION',
  'postmaster.pid',
  'postmaster.opts',
  'postgresql.conf',
  'postgresql.auto.conf',
  'backup_label',
  'tablespace_map',
  'recovery.signal',
  'standby.signal',
  'promote',
  'current_logfiles',
  'global/pg_control',
  'global/pg_filenode.map',
  'global/pg_internal.init',
];
const PATIENCE_MS = 5_000;

/**
 * Deletes pipes, devices, sockets and links that somebody has put in the place of files which a start reads. Never while the server
 * runs. Done as the owner of the data directory, so that nothing of anybody else's can be hit.
 */
export async function removeBlockingFiles(data: string): Promise<void> {
  const kinds = await Promise.all(OPENED_AT_START.map((name) => isBlocking(join(data, name))));
  const names = OPENED_AT_START.filter((_, place) => kinds[place]);
  // Without it the start takes as long as it is given, and fails then.
  if (names.length > 0) await runAsOwner(data, `rm -f ${names.join(' ')}`, { timeoutMs: PATIENCE_MS });
}

async function isBlocking(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return stats !== null && !stats.isFile() && !stats.isDirectory();
}
