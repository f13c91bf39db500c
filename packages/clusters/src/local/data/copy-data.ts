import { lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withClient } from '@basalt/postgres';
import { type ClusterAddress, ClusterError } from '../../driver.ts';
import { copyLiveTree } from '../files/copy-live-tree.ts';
import { freeDiskBytes } from '../files/disk.ts';

/** The checkpoint with which a copy begins may have much to write. */
const PATIENCE_MS = 5 * 60_000;
const AT_ONCE = 2;
/** What recovery of the copy and the databases at work need besides. */
const SPACE_TO_LEAVE = 256 * 1024 * 1024;
const LONGEST_LABEL = 64 * 1024;

/** Folders whose content is of a running server only; a start fills them anew. */
const EMPTIED = /^(pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
/** Of the running server, of an earlier copy or recovery, or made anew at the start. Of the log only some files are wanted. */
const LEFT_OUT =
  /^(pg_wal|postmaster\.pid|postmaster\.opts|standby\.signal|recovery\.signal|promote|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles)$|(^|\/)(pg_internal\.init|pgsql_tmp)[^/]*$/;

const TABLESPACES = `
select spcname from pg_catalog.pg_tablespace where spcname not in ('pg_default', 'pg_global') limit 1`;
/** Checkpoints must not remove the log meanwhile. It ends with the session. */
const HOLD_LOG = `
select from pg_catalog.pg_create_physical_replication_slot('basalt_copy_' || pg_catalog.pg_backend_pid(), true, true)`;
const START = `
select pg_catalog.pg_walfile_name(pg_catalog.pg_backup_start('basalt copy', true)) as file`;
const STOP = `
select pg_catalog.pg_walfile_name(lsn) as file, labelfile as label from pg_catalog.pg_backup_stop(false)`;

export interface RunningSource {
  ref: string;
  /** Its data directory. */
  data: string;
  address: ClusterAddress;
  signal?: AbortSignal | undefined;
}

/**
 * Copies the data directory of a running server, sharing blocks where the file system can. What is written meanwhile may be torn in
 * the files; the log that comes along makes it whole when a server starts on the copy, which then holds what was committed until
 * the end of the copy. Its system identifier and its timeline are those of the source.
 * @param to must not exist; a failed copy leaves a part of it
 * @throws {ClusterError} unsupported, disk_full
 */
export async function copyRunningData(source: RunningSource, to: string): Promise<void> {
  const { address, data, ref, signal } = source;
  await withClient(
    address,
    async (client) => {
      if ((await client.query(TABLESPACES)).rows.length > 0) throw hasTablespaces(ref);
      // A server that has no slot left keeps what it keeps anyway; should that not be enough, the copy does not start.
      await client.query(HOLD_LOG).catch(() => undefined);
      const { rows: begin } = await client.query<{ file: string }>(START);
      await copyPart(source, data, to, (path) => EMPTIED.test(path) || LEFT_OUT.test(path));
      const { rows: end } = await client.query<{ file: string; label: string }>(STOP);
      const [first, last, label] = [begin[0]?.file, end[0]?.file, end[0]?.label];
      if (!first || !last || !label || label.length > LONGEST_LABEL)
        throw new ClusterError('unsupported', `The database ${ref} does not say how to copy it. Try again.`);
      await writeFile(join(to, 'backup_label'), label, { mode: 0o600 });
      const isWanted = (name: string) =>
        isSegmentIn(name, first, last) || /^[0-9A-F]{8}\.history$/.test(name);
      await copyPart(source, join(data, 'pg_wal'), join(to, 'pg_wal'), (path) => !isWanted(path));
      await markArchived(join(to, 'pg_wal'));
    },
    { answerTimeoutMs: PATIENCE_MS, signal },
  );
}

async function copyPart(
  { data, signal }: RunningSource,
  from: string,
  to: string,
  skips: (path: string) => boolean,
): Promise<void> {
  const { uid } = await lstat(data);
  const free = await freeDiskBytes(dirname(to));
  const mostBytes = (free ?? Number.POSITIVE_INFINITY) - SPACE_TO_LEAVE;
  await copyLiveTree(from, to, { uid, atOnce: AT_ONCE, skips, mostBytes, signal });
}

/** Names of segments of one timeline sort by their place in the log. */
function isSegmentIn(name: string, first: string, last: string): boolean {
  return /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;
}

/** The copy has no need to hand to its own archive what was written before it was one. */
async function markArchived(log: string): Promise<void> {
  const names = await readdir(log);
  const marks = join(log, 'archive_status');
  await mkdir(marks, { mode: 0o700 });
  for (const name of names) await writeFile(join(marks, `${name}.done`), '', { mode: 0o600 });
}

function hasTablespaces(ref: string): ClusterError {
  return new ClusterError(
    'unsupported',
    `The database ${ref} has tablespaces, which cannot be copied: move what is in them back and drop them.`,
  );
}
