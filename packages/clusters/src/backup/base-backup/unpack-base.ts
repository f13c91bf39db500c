import { createHash } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, type Header } from 'tar-stream';
import { giveSystemIdentifier } from '../../local/templates/system-identifier.ts';
import type { BackupStore } from '../ports/backup-store.ts';
import { BackupError } from '../ports/cluster-backups.ts';
import { allOf, explainFullDisk } from '../ports/explain-failure.ts';
import type { BaseRecord } from '../store/base-record.ts';
import { decompressor, hashed } from '../store/compression.ts';
import { storeKeys } from '../store/store-keys.ts';
import { type Pace, paced } from './pace.ts';

export interface UnpackOptions {
  /** Called with the bytes of every piece written. */
  onBytes(bytes: number): void;
  /** Of what is written. Default: as fast as it goes. */
  pace?: Pace | undefined;
  signal?: AbortSignal | undefined;
}

/** They would make the restored server wait for another one. Whoever could write into the former one can have left them there. */
const SIGNALS = new Set(['standby.signal', 'recovery.signal']);

interface Entry extends AsyncIterable<Buffer> {
  header: Header;
  resume(): unknown;
}

/**
 * Unpacks a base backup into a new folder, which then is a data directory.
 * @throws {BackupError} damaged, foreign, disk_full
 */
export async function unpackBase(
  store: BackupStore,
  base: BaseRecord,
  folder: string,
  { onBytes, pace, signal }: UnpackOptions,
): Promise<void> {
  const hash = createHash('sha256');
  const tar = extract();
  const content = await store.read(storeKeys.data(base.ref, base.id)).catch((error: unknown) => {
    throw damaged(base, error);
  });
  const counted = (chunks: AsyncIterable<Buffer>) => hashed(chunks, hash);
  const unhurried = (chunks: AsyncIterable<Buffer>) => (pace ? paced(chunks, { pace, signal }) : chunks);
  const abort = signal ? { signal } : {};
  try {
    await mkdir(folder, { mode: 0o700 });
    await allOf([
      pipeline(content, counted, decompressor(), unhurried, tar as unknown as NodeJS.WritableStream, abort),
      writeEntries(tar as AsyncIterable<Entry>, folder, onBytes),
    ]);
  } catch (error) {
    signal?.throwIfAborted();
    if ((error as NodeJS.ErrnoException).syscall !== undefined)
      throw explainFullDisk(error, 'nothing was restored');
    throw damaged(base, error);
  }
  if (hash.digest('hex') !== base.sha256) throw damaged(base);
  if (base.template !== undefined)
    await giveSystemIdentifier(folder, BigInt(base.systemIdentifier)).catch((error: unknown) => {
      throw damaged(base, error);
    });
  await checkIdentity(base, folder);
}

async function writeEntries(tar: AsyncIterable<Entry>, folder: string, onBytes: (bytes: number) => void) {
  for await (const entry of tar) {
    const { name, type } = entry.header;
    const path = join(folder, checkedName(name));
    if (SIGNALS.has(name.replace(/^\.\//, ''))) entry.resume();
    else if (type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 });
      entry.resume();
    } else if (type === 'file') {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeEntry(path, entry, onBytes);
    } else throw new Error(`The archive holds ${name}, which is neither a file nor a folder.`);
  }
}

async function writeEntry(path: string, entry: AsyncIterable<Buffer>, onBytes: (bytes: number) => void) {
  const file = await open(path, 'w', 0o600);
  try {
    for await (const bytes of entry) {
      for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten;
      onBytes(bytes.length);
    }
  } finally {
    await file.close();
  }
}

/** Whatever an archive says, nothing is written outside the folder. */
function checkedName(name: string): string {
  const parts = name.replace(/^\.\//, '').replace(/\/+$/, '').split('/');
  if (name.includes('\0') || parts.some((part) => part === '..' || part === ''))
    throw new Error('The archive names a file outside its folder.');
  return parts.join('/');
}

/** A control file begins with the system identifier. */
async function checkIdentity(base: BaseRecord, folder: string): Promise<void> {
  const control = await readFile(join(folder, 'global', 'pg_control')).catch(() => Buffer.alloc(0));
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (control.length < 8) throw damaged(base);
  if (control.readBigUInt64LE(0).toString() !== base.systemIdentifier || version !== String(base.major))
    throw new BackupError(
      'foreign',
      `What is stored as backup ${base.id} of ${base.ref} is of another database: choose another backup.`,
    );
}

function damaged(base: BaseRecord, cause?: unknown): BackupError {
  return new BackupError('damaged', `The backup ${base.id} of ${base.ref} is damaged: choose another one.`, {
    cause,
  });
}
