import { ClusterError, type WalPosition } from '@basalt/clusters';
import { withClient } from '@basalt/postgres';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { sentenceOf } from '../../kernel/failures.ts';
import { SUPERUSER_ROLE } from '../../project-cluster/roles.ts';

/** What the archiver knows of one project, from pass to pass. Times are of a clock that nobody sets, in milliseconds. */
export interface ArchiveMemory {
  /** Passes that failed one after the other. */
  failures: number;
  /** No pass before this moment. */
  waitUntil: number;
  /** What was last written to the platform's database, and when. */
  written: { problem: string | null; at: number } | null;
  /** The pass after the database stopped is done. */
  isAtRest: boolean;
  /** Whether the server at work keeps its finished segments for the archive; null: not asked yet. */
  keepsSegments: boolean | null;
  /** When it was asked. */
  askedAt: number;
  /** The server writes nothing. Until it does, which we are told, one pass now and then is enough: none before this moment. */
  restsUntil: number;
}

/** A server that is just starting or stopping is no failure yet. */
const FAILURES_TO_TELL = 3;
const LONGEST_WAIT_MS = 10_000;
const WRITE_WHILE_BUSY_MS = 3_000;
const WRITE_WHILE_IDLE_MS = 30_000;

export function freshMemory(): ArchiveMemory {
  return {
    failures: 0,
    waitUntil: 0,
    written: null,
    isAtRest: false,
    keepsSegments: null,
    askedAt: Number.NEGATIVE_INFINITY,
    restsUntil: Number.NEGATIVE_INFINITY,
  };
}

/** Remembers a failed pass; the next one comes later and later. True when people should be told. */
export function rememberFailure(memory: ArchiveMemory, now: number): boolean {
  memory.failures += 1;
  memory.waitUntil = now + Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(memory.failures, 10));
  return memory.failures >= FAILURES_TO_TELL;
}

export function rememberSuccess(memory: ArchiveMemory): void {
  memory.failures = 0;
  memory.waitUntil = 0;
}

/** Whether what a pass found is worth a write: another problem at once, the passing of time now and then. */
export function isWorthWriting(
  { written }: ArchiveMemory,
  { problem, wrote }: { problem: string | null; wrote: boolean },
  now: number,
): boolean {
  if (written === null || written.problem !== problem) return true;
  return now - written.at >= (wrote ? WRITE_WHILE_BUSY_MS : WRITE_WHILE_IDLE_MS);
}

export interface PassResult {
  /** Everything committed until then is in the store; null: nobody can tell. */
  safeUntil: Date | null;
  wrote: boolean;
  /** Where the server rests; null: it is at work. */
  restsAt: WalPosition | null;
}

type Ports = Pick<Dependencies, 'clusters' | 'backups'>;

const ASK_AGAIN_MS = 10_000;
const ANSWER_TIMEOUT_MS = 5_000;
const NO_ARCHIVE =
  'Restart the database once: its server was started by an earlier version and does not hand its changes to the archive.';

/** Brings what was written since the last pass into the store. @throws BackupError, ClusterError */
export async function archivePass({ backups }: Pick<Ports, 'backups'>, ref: string): Promise<PassResult> {
  const { safeUntil, bytes, restsAt } = await backups.ship(ref);
  return { safeUntil, wrote: bytes > 0, restsAt };
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
