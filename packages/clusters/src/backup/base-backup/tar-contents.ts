const BLOCK = 512;
const SIZE_AT = 124;
const PREFIX_AT = 345;

/**
 * Looks at a tar that passes by, without keeping it: which files are in it, and whether it came to its end. PostgreSQL's own
 * tars have short names and files of at most 1 GB, so no extension of the format occurs.
 */
export class TarContents {
  /** Path → bytes. */
  readonly files = new Map<string, number>();
  #header: Buffer = Buffer.alloc(0);
  #skip = 0;
  #zeroBlocks = 0;

  read(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, chunk.length - at);
        this.#skip -= skipped;
        at += skipped;
        continue;
      }
      const part = chunk.subarray(at, at + BLOCK - this.#header.length);
      this.#header = Buffer.concat([this.#header, part]);
      at += part.length;
      if (this.#header.length < BLOCK) return;
      this.#readHeader(this.#header);
      this.#header = Buffer.alloc(0);
    }
  }

  /** True once the two empty blocks have passed that end every tar. */
  get isComplete(): boolean {
    return this.#zeroBlocks >= 2 && this.#skip === 0;
  }

  #readHeader(header: Buffer): void {
    if (header.every((byte) => byte === 0)) {
      this.#zeroBlocks += 1;
      return;
    }
    const size = Number.parseInt(text(header, SIZE_AT, 12), 8);
    if (this.#zeroBlocks > 0 || !Number.isSafeInteger(size))
      throw new Error('The server sent a damaged archive.');
    const type = header[156];
    const isFile = type === 0x30 || type === 0;
    const prefix = text(header, PREFIX_AT, 155);
    const name = text(header, 0, 100);
    if (isFile) this.files.set(prefix === '' ? name : `${prefix}/${name}`, size);
    this.#skip = isFile ? Math.ceil(size / BLOCK) * BLOCK : 0;
  }
}

function text(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end).trim();
}
