import { readFile } from 'node:fs/promises';
import {
  ClusterError,
  type ClusterKind,
  type ClusterSettings,
  POSTGRES_MAJORS,
  type PostgresMajor,
} from '../../driver.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';

/**
 * A program that knows only the first format starts what is in the default folder. So the second one is for clusters whose
 * data is elsewhere, and for no others: all else that is new here an older program keeps as it is.
 */
const FORMAT = 2;
const FORMAT_OF_DEFAULT_FOLDER = 1;
const DEFAULT_DATA = 'data';

/** A data directory and what is known of its content. */
export interface DataRecord {
  /** Its folder's name inside the cluster's folder. */
  data: string;
  major: PostgresMajor;
  /** Full version of the programs that created it or last started it, and had all extensions that it needs. */
  version: string;
  /** Where these were, if they were the machine's own PostgreSQL; absent: they were ours. */
  installation?: string;
  /** How many updates of a project database's content it has; absent: none. */
  updates?: number;
  /**
   * The system user that owns it and runs its server; null where everything runs as ourselves. It stays with the data wherever
   * that is moved: nobody has to walk through what somebody else could change meanwhile.
   */
  uid: number | null;
}

export interface KeptRecord extends DataRecord {
  /** The name it was given when it was replaced. */
  id: string;
  /** ISO 8601, UTC. */
  keptAt: string;
}

/** The template that a data directory was copied from, and what the copy got of its own. */
export interface RecordedOrigin {
  template: string;
  major: PostgresMajor;
  systemIdentifier: string;
}

/** What cluster.json holds. Its presence says that the cluster is complete; a start needs nothing else. */
export interface ClusterRecord extends DataRecord {
  ref: string;
  kind: ClusterKind;
  port: number | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** What its first data directory was a copy of; absent: it was made in another way, or by an earlier version. */
  origin?: RecordedOrigin;
  /** The settings last given to a start. */
  settings?: ClusterSettings;
  /** Former data directories, oldest first. */
  kept?: KeptRecord[];
  /** The name under which the present data directory was kept before it was put back. */
  putBack?: string;
  /** Of a scratch cluster: where its data directory is being moved to, or was. */
  movedTo?: { ref: string; data: string };
}

export async function writeRecord(path: string, record: ClusterRecord): Promise<void> {
  await writeFileAtomically(path, formatRecord(record));
}

export function formatRecord(record: ClusterRecord): string {
  const { data, ...rest } = record;
  const versioned =
    data === DEFAULT_DATA ? { format: FORMAT_OF_DEFAULT_FOLDER, ...rest } : { format: FORMAT, data, ...rest };
  return `${JSON.stringify(versioned, null, 2)}\n`;
}

/**
 * Null if there is none.
 * @throws {ClusterError} home_unusable: a newer program wrote it, or it is damaged
 */
export async function readRecord(path: string): Promise<ClusterRecord | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return parseRecord(text, path);
}

export function parseRecord(text: string, path: string): ClusterRecord {
  const { format, ...record } = parseJson(text, path);
  if (Number(format) > FORMAT)
    throw new ClusterError(
      'home_unusable',
      `${path} was written by a newer version of Basalt. Start that version again, or choose another data folder.`,
    );
  const whole = { data: DEFAULT_DATA, ...record } as unknown as ClusterRecord;
  const { kept = [], movedTo } = whole;
  const isWhole = Number(format) >= 1 && isDataRecord(whole) && kept.every(isDataRecord);
  if (!isWhole || (movedTo && !isDataFolderName(movedTo.data))) throw damaged(path);
  // Earlier versions had one user for all data directories of a cluster.
  return whole.kept
    ? { ...whole, kept: kept.map((each) => ({ ...each, uid: each.uid ?? whole.uid })) }
    : whole;
}

function isDataRecord(record: DataRecord): boolean {
  return POSTGRES_MAJORS.includes(record.major) && isDataFolderName(record.data);
}

/** Names of data directories; every other name in a cluster's folder is something else. */
export function isDataFolderName(name: unknown): boolean {
  return typeof name === 'string' && /^data(-[a-z0-9_-]{1,100})?$/.test(name);
}

function parseJson(text: string, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // told below
  }
  throw damaged(path);
}

function damaged(path: string): ClusterError {
  return new ClusterError(
    'home_unusable',
    `${path} is damaged: restore the file from a backup of the data folder.`,
  );
}
