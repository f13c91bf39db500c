import { readFile } from 'node:fs/promises';
import {
  ClusterError,
  type ClusterKind,
  type ClusterSettings,
  POSTGRES_MAJORS,
  type PostgresMajor,
} from '../driver.ts';
import { writeFileAtomically } from './atomic-file.ts';

const FORMAT = 1;

/** What cluster.json holds. Its presence says that the cluster is complete; a start needs nothing else. */
export interface ClusterRecord {
  ref: string;
  kind: ClusterKind;
  major: PostgresMajor;
  /** Full version of the programs that created it or last started it. */
  version: string;
  port: number | null;
  /** The system user that owns its files and runs it; null where everything runs as ourselves. */
  uid: number | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** How many updates of a project database's content it has; absent: none. */
  updates?: number;
  /** The settings last given to a start. */
  settings?: ClusterSettings;
}

export async function writeRecord(path: string, record: ClusterRecord): Promise<void> {
  await writeFileAtomically(path, `${JSON.stringify({ format: FORMAT, ...record }, null, 2)}\n`);
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
  if (format !== FORMAT || !POSTGRES_MAJORS.includes(record.major as PostgresMajor)) throw damaged(path);
  return record as unknown as ClusterRecord;
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
