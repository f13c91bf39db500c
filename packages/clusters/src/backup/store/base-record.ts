import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BackupStore } from '../ports/backup-store.ts';
import { BackupError, type BaseBackup } from '../ports/cluster-backups.ts';
import { storeKeys } from './store-keys.ts';

const FORMAT = 1;
const ID = /^\d{8}T\d{6}Z-[0-9a-f]{4,16}$/;

/** What `backup.json` holds. It is written last: without it the backup does not exist. */
export interface BaseRecord extends BaseBackup {
  /** SHA-256 of `data.tar.zst`, hexadecimal. */
  sha256: string;
}

/** `20261120T101500Z-3f9a`: the moment in UTC, and chance. */
export function newBaseId(now: Date): string {
  return `${momentName(now)}-${randomBytes(2).toString('hex')}`;
}

function momentName(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** The id of what a cluster began as: always the same, so that recording it twice makes one. */
export function originId({
  createdAt,
  systemIdentifier,
}: {
  createdAt: Date;
  systemIdentifier: string;
}): string {
  const chance = (BigInt(systemIdentifier) & 0xffff_ffffn).toString(16).padStart(8, '0');
  return `${momentName(createdAt)}-${chance}`;
}

/** When a base backup with this id was begun; null: not an id. */
export function beginningOf(id: string): Date | null {
  if (!ID.test(id)) return null;
  const [, ...parts] = /^(....)(..)(..)T(..)(..)(..)/.exec(id) ?? [];
  const [year = 0, month = 1, day, hour, minute, second] = parts.map(Number);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** Oldest first, by when they were finished. */
export async function readBaseRecords(store: BackupStore, ref: string): Promise<BaseRecord[]> {
  const objects = await store.list(storeKeys.bases(ref));
  const keys = objects.map(({ key }) => key).filter((key) => key.endsWith('/backup.json'));
  const records = await Promise.all(keys.map((key) => readRecord(store, key)));
  return records
    .filter((record) => record !== null)
    .sort((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime() || (a.id < b.id ? -1 : 1));
}

export async function writeBaseRecord(store: BackupStore, record: BaseRecord): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...record }, null, 2)}\n`;
  await store.put(storeKeys.record(record.ref, record.id), Buffer.from(text));
}

/** What the users of backups see of a record. */
export function withoutChecksum({ sha256: _, ...backup }: BaseRecord): BaseBackup {
  return backup;
}

async function readRecord(store: BackupStore, key: string): Promise<BaseRecord | null> {
  const content = await store.read(key).catch(nullIfNotFound);
  return content && parseRecord(await textOf(content), key);
}

export function parseRecord(text: string, key: string): BaseRecord {
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    const { format, startedAt, finishedAt, ...rest } = value;
    if (format !== FORMAT || typeof rest.sha256 !== 'string' || !ID.test(String(rest.id)))
      throw new TypeError(key);
    const dates = { startedAt: new Date(String(startedAt)), finishedAt: new Date(String(finishedAt)) };
    if (Number.isNaN(dates.startedAt.getTime()) || Number.isNaN(dates.finishedAt.getTime()))
      throw new TypeError(key);
    return { ...rest, ...dates } as BaseRecord;
  } catch (error) {
    throw new BackupError(
      'damaged',
      `The description of a backup, ${key}, cannot be read: delete that backup.`,
      {
        cause: error,
      },
    );
  }
}

/** The whole of a small object as text. */
export async function textOf(content: Readable): Promise<string> {
  return (await buffer(content)).toString('utf8');
}

/** The object may have been deleted since it was listed. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof BackupError && error.code === 'not_found') return null;
  throw error;
}
