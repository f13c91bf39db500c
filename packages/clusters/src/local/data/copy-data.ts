import { chown, lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withClient } from '@basalt/postgres';
import { type ClusterAddress, ClusterError } from '../../driver.ts';
import { type LiveCopier, type LiveCopyOptions, openLiveCopier } from '../files/copy-live-tree.ts';
import { freeDiskBytes } from '../files/disk.ts';
import type { Owner } from '../owners/access.ts';

/** The checkpoint with which a copy begins may have much to write. */
const PATIENCE_MS = 5 * 60_000;
/** What recovery of the copy and the databases at work need besides. */
const SPACE_TO_LEAVE = 256 * 1024 * 1024;
const LONGEST_LABEL = 64 * 1024;

/**
 * What is in folders whose content is of a running server only, which a start fills anew; and what is of the running server, of an earlier
 * copy or recovery, or made anew at the start. Of the log only some files are wanted.
 */
const LEFT_OUT =
  /^(pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|^(pg_wal|postmaster\.pid|postmaster\.opts|standby\.signal|recovery\.signal|promote|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles)$|(^|\/)(pg_internal\.init|pgsql_tmp)[^/]*$/;

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
  /** Who gets the copy, under whom nothing has ever run; null: us. */
  owner: Owner | null;
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
  const copier = openLiveCopier(source.signal);
  try {
    await copyWith(copier, source, to);
  } finally {
    await copier.close();
  }
}

async function copyWith(copier: LiveCopier, source: RunningSource, to: string): Promise<void> {
  const { address, data, ref, signal } = source;
  await withClient(
    address,
    async (client) => {
      if ((await client.query(TABLESPACES)).rows.length > 0) throw hasTablespaces(ref);
      // A server that has no slot left keeps what it keeps anyway; should that not be enough, the copy does not start.
      await client.query(HOLD_LOG).catch(() => undefined);
      const { rows: begin } = await client.query<{ file: string }>(START);
      await copyPart(copier, source, data, to, { skips: LEFT_OUT, only: null });
      const { rows: end } = await client.query<{ file: string; label: string }>(STOP);
      const [first, last, label] = [begin[0]?.file, end[0]?.file, end[0]?.label];
      if (!first || !last || !label || label.length > LONGEST_LABEL)
        throw new ClusterError('unsupported', `The database ${ref} does not say how to copy it. Try again.`);
      await writeFor(source.owner, join(to, 'backup_label'), label);
      const log = await readdir(join(data, 'pg_wal'));
      const isWanted = (name: string) =>
        isSegmentIn(name, first, last) || /^[0-9A-F]{8}\.history$/.test(name);
      const only = new Set(log.filter(isWanted));
      await copyPart(copier, source, join(data, 'pg_wal'), join(to, 'pg_wal'), { skips: null, only });
      await markArchived(source.owner, join(to, 'pg_wal'));
    },
    { answerTimeoutMs: PATIENCE_MS, signal },
  );
}

async function copyPart(
  copier: LiveCopier,
  { data, owner }: RunningSource,
  from: string,
  to: string,
  part: Pick<LiveCopyOptions, 'skips' | 'only'>,
): Promise<void> {
  const { uid } = await lstat(data);
  const free = await freeDiskBytes(dirname(to));
  const mostBytes = (free ?? Number.POSITIVE_INFINITY) - SPACE_TO_LEAVE;
  await copier.copy(from, to, { uid, owner, mostBytes, ...part });
}

async function writeFor(owner: Owner | null, path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  if (owner) await chown(path, owner.uid, owner.gid);
}

/** Names of segments of one timeline sort by their place in the log. */
function isSegmentIn(name: string, first: string, last: string): boolean {
  return /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;
}

/** The copy has no need to hand to its own archive what was written before it was one. */
async function markArchived(owner: Owner | null, log: string): Promise<void> {
  const names = await readdir(log);
  const marks = join(log, 'archive_status');
  await mkdir(marks, { mode: 0o700 });
  if (owner) await chown(marks, owner.uid, owner.gid);
  for (const name of names) await writeFor(owner, join(marks, `${name}.done`), '');
}

function hasTablespaces(ref: string): ClusterError {
  return new ClusterError(
    'unsupported',
    `The database ${ref} has tablespaces, which cannot be copied: move what is in them back and drop them.`,
  );
}
