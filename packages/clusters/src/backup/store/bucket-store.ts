import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type Bucket,
  type BucketFault,
  type BucketOptions,
  eachAtOnce,
  openBucket,
  readBytes,
  whyAway,
  whyRefused,
  writeStream,
} from '@basalt/object-store';
import { SealError, type Sealing } from '@basalt/object-store/sealing';
import { type BackupStore, type StoredObject, type StorePlace, UP_TO_DATE } from '../ports/backup-store.ts';
import { BackupError } from '../ports/cluster-backups.ts';
import { checkKey, checkPrefix } from './check-key.ts';

export interface BucketStoreOptions extends BucketOptions {
  /** What all keys begin with, so that a bucket can hold more than backups. Empty, or it ends in `/`. */
  prefix: string;
  /** Encrypts what is kept there. Null: it is kept as it is. */
  sealing: Sealing | null;
  /** What is thrown when the store does not do what it is asked for. Default: in the words of the operator's bucket. */
  explain?: (fault: BucketFault, cause: unknown) => BackupError;
}

/** From so many pieces on they become one: a list of a segment that grows by a page a second stays short. */
const MOST_PIECES = 32;
/** What grows is a segment of the log. */
const MOST_GROWN_BYTES = 64 * 1024 * 1024;
/** So often a list is asked for anew while somebody writes. */
const MOST_LISTINGS = 5;
const DAY_MS = 24 * 3_600_000;

/**
 * Backups in a bucket of a store that speaks the S3 protocol. Such a store replaces objects and cannot change them, so what grows
 * is kept as pieces, in the order in which they were written: `<key>.grows/<number>-<offset>`.
 */
export function openBucketStore(options: BucketStoreOptions): BackupStore {
  return new BucketStore(openBucket(options, options.explain ?? explainFault), options);
}

/** Its key is its name in the bucket. */
interface Piece extends Required<StoredObject> {
  number: number;
  offset: number;
}

class BucketStore implements BackupStore {
  readonly #bucket: Bucket;
  readonly #prefix: string;
  readonly #sealing: Sealing | null;
  /** Of what grows, the pieces as they are in the bucket: only this process writes them. */
  readonly #growing = new Map<string, Piece[]>();

  constructor(bucket: Bucket, { prefix, sealing }: Pick<BucketStoreOptions, 'prefix' | 'sealing'>) {
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#sealing = sealing;
  }

  async put(key: string, content: Readable | Buffer): Promise<number> {
    const name = this.#name(key);
    if (Buffer.isBuffer(content)) {
      await this.#putBytes(name, content, isForever(key));
      return content.length;
    }
    let bytes = 0;
    const counted = async function* () {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        yield chunk;
      }
    };
    // Parts that a killed process sent are paid for and in no list.
    const begins = () => void this.#bucket.abortUploads(name, DAY_MS).catch(() => {});
    const sealed = this.#sealing?.seal(counted()) ?? counted();
    await writeStream(this.#bucket, name, sealed, { begins, isLocked: isForever(key) });
    return bytes;
  }

  async copy(from: string, to: string): Promise<void> {
    if (!(await this.#bucket.copy(this.#name(from), this.#name(to), isForever(to)))) throw notFound(from);
  }

  async read(key: string): Promise<Readable> {
    const name = this.#name(key);
    const found = await this.#bucket.inspect(name);
    if (found !== null) return Readable.from(this.#opened(name, found.size), { objectMode: false });
    for (let attempt = 1; ; attempt++) {
      const pieces = await this.#pieces(key);
      if (pieces.length === 0) throw notFound(key);
      const bytes = await this.#joined(pieces);
      if (bytes !== null) return Readable.from([bytes], { objectMode: false });
      if (attempt === MOST_LISTINGS) throw notFound(key);
    }
  }

  async stat(key: string): Promise<StoredObject | null> {
    const found = await this.#bucket.inspect(this.#name(key));
    if (found !== null) return { key, bytes: this.#plainBytes(found.size), storedAt: found.changedAt };
    const pieces = await this.#pieces(key);
    return pieces.length === 0 ? null : grown(key, pieces);
  }

  async list(prefix: string): Promise<StoredObject[]> {
    checkPrefix(prefix);
    const found: StoredObject[] = [];
    const growing = new Map<string, Piece[]>();
    for await (const object of this.#listed(`${this.#prefix}${prefix}`)) {
      const key = object.key.slice(this.#prefix.length);
      const piece = asPiece(object);
      if (piece === null) found.push({ ...object, key });
      else {
        const of = key.slice(0, key.lastIndexOf(GROWS));
        growing.set(of, [...(growing.get(of) ?? []), piece]);
      }
    }
    for (const [key, pieces] of growing) found.push(grown(key, pieces));
    return found.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  async remove(prefix: string): Promise<void> {
    checkPrefix(prefix);
    for (const key of this.#growing.keys()) if (key.startsWith(prefix)) this.#growing.delete(key);
    for await (const page of this.#bucket.list(`${this.#prefix}${prefix}`))
      await this.#removeAll(page.map(({ key }) => key));
  }

  async write(key: string, offset: number, bytes: Buffer): Promise<void> {
    const pieces = this.#growing.get(key) ?? (await this.#takeOver(key));
    // After a request that failed, or whose answer was lost, the bucket knows better than we do.
    this.#growing.delete(key);
    const number = (pieces.at(-1)?.number ?? 0) + 1;
    const piece = await this.#putPiece(key, { number, offset }, bytes);
    // What is written over entirely is not needed any more.
    await this.#removeAll(pieces.filter((each) => isWithin(each, piece)).map((each) => each.key));
    const all = [...pieces.filter((each) => !isWithin(each, piece)), piece];
    this.#growing.set(key, all.length < MOST_PIECES ? all : await this.#asOne(key, all));
  }

  async places(): Promise<StorePlace[]> {
    return [{ ...UP_TO_DATE, kind: 'bucket', freeBytes: null }];
  }

  async freeBytes(): Promise<null> {
    return null;
  }

  /** Objects by their names in the bucket. */
  async *#listed(prefix: string): AsyncGenerator<Required<StoredObject>> {
    for await (const page of this.#bucket.list(prefix))
      for (const { key, size, changedAt } of page)
        yield { key, bytes: this.#plainBytes(size), storedAt: changedAt };
  }

  #name(key: string): string {
    checkKey(key);
    return `${this.#prefix}${key}`;
  }

  async #putPiece(
    key: string,
    { number, offset }: Pick<Piece, 'number' | 'offset'>,
    bytes: Buffer,
  ): Promise<Piece> {
    const name = `${this.#name(key)}${GROWS}${digits(number)}-${digits(offset)}`;
    await this.#putBytes(name, bytes);
    return { key: name, number, offset, bytes: bytes.length, storedAt: new Date() };
  }

  async #asOne(key: string, pieces: Piece[]): Promise<Piece[]> {
    const whole = await this.#joined(pieces);
    if (whole === null) return pieces;
    const number = (pieces.at(-1)?.number ?? 0) + 1;
    const one = await this.#putPiece(key, { number, offset: 0 }, whole);
    await this.#removeAll(pieces.map((each) => each.key));
    return [one];
  }

  /** The pieces that are there already. What came out of a folder is one object, and becomes the first of them. */
  async #takeOver(key: string): Promise<Piece[]> {
    const name = this.#name(key);
    const whole = await this.#bucket.inspect(name);
    if (whole === null) return this.#pieces(key);
    await this.remove(`${key}${GROWS}`);
    const bytes = await buffer(await this.read(key));
    const piece = await this.#putPiece(key, { number: 1, offset: 0 }, bytes);
    await this.#bucket.remove(name);
    return [piece];
  }

  /** In the order in which they were written. */
  async #pieces(key: string): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for await (const object of this.#listed(`${this.#name(key)}${GROWS}`)) {
      const piece = asPiece(object);
      if (piece !== null) pieces.push(piece);
    }
    return pieces.sort((a, b) => a.number - b.number);
  }

  /** Null when one has been replaced by another one meanwhile. */
  async #joined(pieces: readonly Piece[]): Promise<Buffer | null> {
    const length = Math.max(...pieces.map(({ offset, bytes }) => offset + bytes));
    if (length > MOST_GROWN_BYTES)
      throw new BackupError(
        'damaged',
        'What grows in the bucket of backups is larger than anything that was written there.',
      );
    const whole = Buffer.alloc(length);
    for (const { key, offset } of pieces) {
      const found = await this.#bucket.inspect(key);
      if (found === null) return null;
      whole.set(await buffer(Readable.from(this.#opened(key, found.size))), offset);
    }
    return whole;
  }

  async #putBytes(name: string, bytes: Buffer, isLocked = false): Promise<void> {
    const sealed = this.#sealing?.seal(Readable.from([bytes]));
    const content = sealed === undefined ? bytes : await buffer(Readable.from(sealed));
    await this.#bucket.put(name, content, isLocked);
  }

  /** @param stored its bytes in the bucket */
  async *#opened(name: string, stored: number): AsyncGenerator<Buffer> {
    const bytes = readBytes(this.#bucket, name, { start: 0, end: stored - 1 });
    try {
      yield* this.#sealing?.open(bytes) ?? bytes;
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      const key = name.slice(this.#prefix.length);
      throw new BackupError('damaged', `${key} of the backups cannot be decrypted. ${error.message}`, {
        cause: error,
      });
    }
  }

  #plainBytes(stored: number): number {
    return this.#sealing?.plainBytes(stored) ?? stored;
  }

  #removeAll(names: readonly string[]): Promise<void> {
    return eachAtOnce(names, (name) => this.#bucket.remove(name));
  }
}

const GROWS = '.grows/';
/** Backups and finished segments of the log are locked where that is set; what is written again every few seconds is not. */
function isForever(key: string): boolean {
  return /\/(?:base|wal)\//.test(key) && !key.endsWith('/safe-until.json');
}

const digits = (number: number): string => String(number).padStart(12, '0');

function asPiece(object: Required<StoredObject>): Piece | null {
  const match = /\.grows\/(\d{12})-(\d{12})$/.exec(object.key);
  return match === null ? null : { ...object, number: Number(match[1]), offset: Number(match[2]) };
}

function isWithin(piece: Piece, other: Piece): boolean {
  return piece.offset >= other.offset && piece.offset + piece.bytes <= other.offset + other.bytes;
}

function grown(key: string, pieces: readonly Piece[]): StoredObject {
  const bytes = Math.max(...pieces.map((piece) => piece.offset + piece.bytes));
  const storedAt = new Date(Math.max(...pieces.map((piece) => piece.storedAt.getTime())));
  return { key, bytes, storedAt };
}

function notFound(key: string): BackupError {
  return new BackupError('not_found', `The store of backups holds nothing called ${key}.`);
}

function explainFault(fault: BucketFault, cause: unknown): BackupError {
  if (fault === 'full')
    return new BackupError('disk_full', 'The bucket of backups has no room left.', { cause });
  const why = fault === 'away' ? whyAway(cause) : whyRefused(cause);
  const what =
    fault === 'away' ? 'The bucket of backups does not answer' : 'The bucket of backups refuses us';
  const more =
    fault === 'away' ? '.' : '. The log of the server says why; its settings are in BASALT_BACKUPS_S3_….';
  return new BackupError('archive_failed', why === null ? `${what}${more}` : `${what}: ${why}`, { cause });
}
