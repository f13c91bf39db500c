import { randomBytes } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const TABLE = new Uint32Array(256).map((_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

/** The checksum (CRC-32C, Castagnoli) that PostgreSQL puts on its control file. */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Where the checksum of the control file lies differs by major version; these bytes hold it in all of them. */
const CHECKSUM_SEARCH = { first: 200, last: 400 };
/** Offset of the system identifier in the long header that opens every WAL segment. */
const WAL_IDENTIFIER_OFFSET = 24;
const WAL_SEGMENT = /^[0-9A-F]{24}$/;

/** A fresh identifier: seconds since 1970 in the upper half, as PostgreSQL makes its own, chance in the lower. */
export function newSystemIdentifier(now = Date.now()): bigint {
  return (BigInt(Math.floor(now / 1000)) << 32n) | BigInt(randomBytes(4).readUInt32LE());
}

/**
 * Gives a copied, cleanly stopped data directory an identity of its own, so that WAL and backups of one copy can never be
 * taken for those of another.
 * @returns the identifier that it had before
 * @throws {Error} if the control file is not one that this code understands; nothing is changed then
 */
export async function giveSystemIdentifier(dataDirectory: string, identifier: bigint): Promise<bigint> {
  const control = await open(join(dataDirectory, 'global', 'pg_control'), 'r+');
  try {
    const { buffer, bytesRead } = await control.read(Buffer.alloc(512), 0, 512, 0);
    const changed = withIdentifier(buffer.subarray(0, bytesRead), identifier);
    const wal = join(dataDirectory, 'pg_wal');
    for (const name of await readdir(wal))
      if (WAL_SEGMENT.test(name)) await stampSegment(join(wal, name), identifier);
    await control.write(changed, 0, changed.length, 0);
    return buffer.readBigUInt64LE(0);
  } finally {
    await control.close();
  }
}

/** The start of a control file with another identifier and the checksum that fits it. */
export function withIdentifier(control: Buffer, identifier: bigint): Buffer {
  const offset = checksumIn(control);
  const changed = Buffer.from(control.subarray(0, offset + 4));
  changed.writeBigUInt64LE(identifier, 0);
  changed.writeUInt32LE(crc32c(changed.subarray(0, offset)), offset);
  return changed;
}

/** Where the checksum of a control file is. @throws {Error} nowhere: it is damaged, or of an unknown version */
export function checksumIn(control: Buffer): number {
  for (let offset = CHECKSUM_SEARCH.first; offset <= CHECKSUM_SEARCH.last; offset += 4) {
    if (offset + 4 > control.length) break;
    if (control.readUInt32LE(offset) === crc32c(control.subarray(0, offset))) return offset;
  }
  throw new Error('The control file of this database has no checksum where every known version has it.');
}

async function stampSegment(path: string, identifier: bigint): Promise<void> {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(identifier);
  const segment = await open(path, 'r+');
  try {
    await segment.write(bytes, 0, bytes.length, WAL_IDENTIFIER_OFFSET);
  } finally {
    await segment.close();
  }
}
