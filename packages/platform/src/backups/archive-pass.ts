import { ClusterError } from '@basalt/clusters';
import { withClient } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import { sentenceOf } from '../kernel/sentence-of.ts';
import { SUPERUSER_ROLE } from '../project-cluster/roles.ts';
import type { ArchiveMemory } from './archive-memory.ts';

export interface PassResult {
  /** Everything committed until then is in the store; null: nobody can tell. */
  safeUntil: Date | null;
  wrote: boolean;
}

type Ports = Pick<Dependencies, 'clusters' | 'backups'>;

const ASK_AGAIN_MS = 10_000;
const ANSWER_TIMEOUT_MS = 5_000;
const NO_ARCHIVE =
  'Restart the database once: its server was started by an earlier version and does not hand its changes to the archive.';

/** Brings what was written since the last pass into the store. @throws BackupError, ClusterError */
export async function archivePass({ backups }: Pick<Ports, 'backups'>, ref: string): Promise<PassResult> {
  const { safeUntil, bytes } = await backups.ship(ref);
  return { safeUntil, wrote: bytes > 0 };
}

/** Asks the server, once when it keeps its segments and from time to time when it does not. A server that is away says nothing. */
export async function segmentProblem(
  { clusters }: Ports,
  ref: string,
  memory: ArchiveMemory,
  now: number,
): Promise<string | null> {
  if (memory.keepsSegments === true) return null;
  if (now - memory.askedAt >= ASK_AGAIN_MS) {
    memory.askedAt = now;
    memory.keepsSegments = await keepsSegments({ clusters }, ref).catch(() => memory.keepsSegments);
  }
  return memory.keepsSegments === false ? NO_ARCHIVE : null;
}

async function keepsSegments({ clusters }: Pick<Ports, 'clusters'>, ref: string): Promise<boolean> {
  const address = { ...(await clusters.address(ref)), user: SUPERUSER_ROLE };
  const ask: Parameters<typeof withClient<boolean>>[1] = async (client) => {
    const { rows } = await client.query("select pg_catalog.current_setting('archive_mode') as mode");
    return (rows[0] as { mode?: string } | undefined)?.mode !== 'off';
  };
  return withClient(address, ask, {
    connectTimeoutMs: ANSWER_TIMEOUT_MS,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
  });
}

/** Where nothing is archived, finished segments must not pile up on the disk. Histories of timelines are small and stay. */
export async function emptyOutbox({ clusters }: Pick<Ports, 'clusters'>, ref: string): Promise<void> {
  const files = await clusters.walFiles(ref);
  for (const name of await files.list('finished'))
    if (/^[0-9A-F]{24}(\.|$)/.test(name)) await files.remove('finished', name);
}

/** What people read when a pass failed. */
export function archiveProblem(error: unknown): string {
  return (
    sentenceOf(error) ??
    'Changes cannot be archived: something went wrong on our side. The log has the details.'
  );
}

/** The cluster is gone, or its files are being exchanged: nothing to archive, nothing to tell. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ClusterError && error.code === 'not_found';
}
