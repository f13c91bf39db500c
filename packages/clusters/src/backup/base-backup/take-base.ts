import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReplicationSession, rowValues } from '@basalt/postgres/replication';
import type { ClusterAddress, PostgresMajor } from '../../driver.ts';
import type { BackupStore } from '../ports/backup-store.ts';
import { BackupError, type OnBytes } from '../ports/cluster-backups.ts';
import { explainFullDisk, isConsequence } from '../ports/explain-failure.ts';
import { type BaseRecord, newBaseId, writeBaseRecord } from '../store/base-record.ts';
import { compressor, hashed } from '../store/compression.ts';
import { storeKeys } from '../store/store-keys.ts';
import { BaseStream } from './base-stream.ts';
import { checkSpace } from './check-space.ts';
import { holdWal } from './hold-wal.ts';
import { type Pace, paced } from './pace.ts';

const LOOK_AFTER_BYTES = 32 * 1024 * 1024;
/** Of the log that the server keeps at most: a backup that is overtaken by it would fail. */
const HURRY_FROM = 0.25;

export interface BaseSource {
  ref: string;
  major: PostgresMajor;
  address: ClusterAddress;
}

export interface TakeBaseOptions {
  pace: Pace;
  onProgress?: OnBytes;
  onId?(id: string): void;
  signal?: AbortSignal;
  /** How long the server may be silent; see the session's own default. */
  silenceMs?: number | undefined;
}

/**
 * Streams a base backup of a running cluster into the store. What a failed attempt stored is deleted.
 * @throws {BackupError} source_failed, disk_full
 */
export async function takeBase(
  store: BackupStore,
  source: BaseSource,
  options: TakeBaseOptions,
): Promise<BaseRecord> {
  const { ref } = source;
  const { signal } = options;
  signal?.throwIfAborted();
  const startedAt = new Date();
  const id = newBaseId(startedAt);
  options.onId?.(id);
  try {
    const content = await copy(store, source, id, options);
    const record = { id, ref, major: source.major, ...content, startedAt, finishedAt: new Date() };
    await writeBaseRecord(store, record);
    return record;
  } catch (error) {
    await store.remove(storeKeys.base(ref, id)).catch(() => undefined);
    signal?.throwIfAborted();
    throw explainFullDisk(error, `the backup of ${ref} was given up`);
  }
}

type Content = Omit<BaseRecord, 'id' | 'ref' | 'major' | 'startedAt' | 'finishedAt'>;

async function copy(
  store: BackupStore,
  source: BaseSource,
  id: string,
  options: TakeBaseOptions,
): Promise<Content> {
  const { ref } = source;
  // Before the server is asked: it begins with a checkpoint, and one that cannot be written brings it down.
  await checkSpace(store, `The backup of ${ref} was given up`);
  const session = await ReplicationSession.open(source.address, options).catch(failed(ref));
  try {
    const systemIdentifier = await identify(session).catch(failed(ref));
    const held = await holdWal(session, source.address, id, options.silenceMs).catch(failed(ref));
    const mustHurry = async () => (await held.share().catch(() => 1)) > HURRY_FROM;
    const stream = new BaseStream(session, {
      label: `basalt ${id}`,
      onProgress: (done, total) => options.onProgress?.(done, total),
    });
    const hash = createHash('sha256');
    const compressed = compressor();
    const content = () => leavingSpace(store, ref, hashed(compressed, hash));
    const tar = Readable.from(
      paced(stream.tar(), { pace: options.pace, mustHurry, signal: options.signal }),
      {
        objectMode: false,
        highWaterMark: 1024 * 1024,
      },
    );
    const [sent, stored] = await Promise.allSettled([
      pipeline(tar, compressed),
      store.put(storeKeys.data(ref, id), Readable.from(content(), { objectMode: false })),
    ]);
    // Either side's failure breaks the other; the one that came first is the reason.
    if (sent.status === 'rejected' && !isConsequence(sent.reason)) throw sourceFailed(ref, sent.reason);
    if (stored.status === 'rejected') throw stored.reason;
    if (sent.status === 'rejected') throw sent.reason;
    const facts = await Promise.resolve()
      .then(() => stream.finish())
      .catch(failed(ref));
    return { ...facts, systemIdentifier, storedBytes: stored.value, sha256: hash.digest('hex') };
  } finally {
    session.close();
  }
}

/** A backup must not fill the disk that the databases work on. */
async function* leavingSpace(store: BackupStore, ref: string, bytes: AsyncIterable<Buffer>) {
  let unchecked = 0;
  for await (const chunk of bytes) {
    unchecked += chunk.length;
    if (unchecked >= LOOK_AFTER_BYTES) {
      unchecked = 0;
      await checkSpace(store, `The backup of ${ref} was given up`);
    }
    yield chunk;
  }
}

async function identify(session: ReplicationSession): Promise<string> {
  let identifier: string | null | undefined;
  for await (const { type, body } of session.send('IDENTIFY_SYSTEM'))
    if (type === 'D') identifier = rowValues(body)[0];
  if (!identifier) throw new Error('The server does not say who it is.');
  return identifier;
}

function failed(ref: string): (error: unknown) => never {
  return (error) => {
    throw sourceFailed(ref, error);
  };
}

function sourceFailed(ref: string, error: unknown): BackupError {
  // What the system says of a socket names files of the machine, and is no sentence.
  const isOurs = error instanceof Error && !('code' in error);
  const why = isOurs ? error.message : 'The connection to the database was lost. Try again.';
  return new BackupError('source_failed', `The backup of ${ref} was given up. ${why}`, { cause: error });
}
