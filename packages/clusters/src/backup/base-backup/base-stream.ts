import { type ReplicationSession, rowValues, type ServerMessage } from '@basalt/postgres/replication';
import { TarContents } from './tar-contents.ts';

/** The server sends 32 kB at a time; handing that little to the compressor costs more than compressing it. */
const AT_ONCE = 512 * 1024;
/** A list of some million files. */
const LONGEST_MANIFEST = 512 * 1024 * 1024;
/** There are three: where the backup starts, its only tablespace, and where it stops. */
const MOST_ROWS = 100;

export interface BaseStreamOptions {
  label: string;
  /** Bytes of the data directory sent so far, and how many there probably are. */
  onProgress(done: number, total: number | null): void;
}

/** What is known of a base backup once its stream has ended. */
export interface BaseFacts {
  startLsn: string;
  stopLsn: string;
  timeline: number;
  dataBytes: number;
}

/**
 * A base backup as the server sends it: one tar of the data directory with the WAL that it needs.
 * @see https://www.postgresql.org/docs/current/protocol-replication.html BASE_BACKUP
 */
export class BaseStream {
  readonly #session: ReplicationSession;
  readonly #options: BaseStreamOptions;
  readonly #contents = new TarContents();
  readonly #rows: (string | null)[][] = [];
  readonly #manifest: Buffer[] = [];
  #part: 'none' | 'archive' | 'manifest' = 'none';
  #dataBytes = 0;
  #manifestBytes = 0;

  constructor(session: ReplicationSession, options: BaseStreamOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** The bytes of the tar. */
  async *tar(): AsyncGenerator<Buffer> {
    const waiting: Buffer[] = [];
    let waitingBytes = 0;
    const { label } = this.#options;
    const command =
      `BASE_BACKUP (LABEL '${label.replaceAll("'", "''")}', PROGRESS true, CHECKPOINT 'fast', WAL true, WAIT false, ` +
      "MANIFEST 'yes', MANIFEST_CHECKSUMS 'NONE')";
    for await (const message of this.#session.send(command)) {
      if (message.type === 'D') this.#readRow(message);
      if (message.type !== 'd') continue;
      const bytes = this.#readCopyData(message.body);
      if (!bytes) continue;
      this.#dataBytes += bytes.length;
      this.#contents.read(bytes);
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes < AT_ONCE) continue;
      yield Buffer.concat(waiting.splice(0));
      waitingBytes = 0;
    }
    if (waiting.length > 0) yield Buffer.concat(waiting);
  }

  /** @throws {Error} the archive is not what the server said it would be */
  finish(): BaseFacts {
    const [start, , stop] = this.#rows;
    const [startLsn, timeline] = start ?? [];
    const [stopLsn, stopTimeline] = stop ?? [];
    if (!startLsn || !stopLsn) throw new Error('The server ended the backup too early.');
    if (timeline !== stopTimeline) throw new Error('The server changed its timeline during the backup.');
    checkManifest(Buffer.concat(this.#manifest).toString('utf8'), this.#contents);
    return { startLsn, stopLsn, timeline: Number(timeline), dataBytes: this.#dataBytes };
  }

  #readRow(message: ServerMessage): void {
    const values = rowValues(message.body);
    this.#rows.push(values);
    if (this.#rows.length > MOST_ROWS) throw new Error('The server answered more than was asked.');
    // The second answer lists the tablespaces: the data directory itself has no number.
    if (this.#rows.length === 2 && values[0] !== null) throw tablespaceRefusal();
    if (this.#rows.length === 3 && !/\//.test(values[0] ?? '')) throw tablespaceRefusal();
  }

  #readCopyData(body: Buffer): Buffer | null {
    const kind = String.fromCharCode(body.readUInt8(0));
    if (kind === 'n') this.#part = 'archive';
    if (kind === 'm') this.#part = 'manifest';
    if (kind === 'p') this.#options.onProgress(Number(body.readBigInt64BE(1)), this.#expectedBytes());
    if (kind !== 'd') return null;
    if (this.#part === 'archive') return body.subarray(1);
    this.#manifestBytes += body.length;
    if (this.#manifestBytes > LONGEST_MANIFEST)
      throw new Error('The server sent a list of files without end.');
    this.#manifest.push(body.subarray(1));
    return null;
  }

  #expectedBytes(): number | null {
    const kilobytes = Number(this.#rows[1]?.[2] ?? Number.NaN);
    return Number.isFinite(kilobytes) ? kilobytes * 1024 : null;
  }
}

function tablespaceRefusal(): Error {
  return new Error(
    'It has tablespaces, which backups do not cover: move what is in them back and drop them.',
  );
}

/** Every file that the server meant to send is there, with its size, and the archive came to its end. */
export function checkManifest(manifest: string, contents: TarContents): void {
  if (!contents.isComplete) throw new Error('The archive of the data ended too early.');
  const { Files: files } = JSON.parse(manifest) as { Files: { Path?: string; Size: number }[] };
  if (!Array.isArray(files) || files.length === 0) throw new Error('The server sent no list of files.');
  for (const { Path: path, Size: size } of files)
    if (path !== undefined && contents.files.get(path) !== size)
      throw new Error(`The file ${path} is missing from the archive or has another size.`);
}
