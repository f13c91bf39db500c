import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from '../errors/s3-error.ts';

interface Digest {
  update(bytes: Buffer): void;
  /** base64 */
  digest(): string;
}

const ALGORITHMS: Readonly<Record<string, () => Digest>> = {
  crc32: () => crc32Of(crc32),
  crc32c: () => crc32Of(crc32c),
  crc64nvme: () => crc64nvme(),
  sha1: () => hashOf('sha1'),
  sha256: () => hashOf('sha256'),
  md5: () => hashOf('md5'),
};

/** The algorithm of a header `x-amz-checksum-…` or `content-md5`; null: it names none that is known. */
export function checksumOf(header: string): string | null {
  if (header === 'content-md5') return 'md5';
  const name = /^x-amz-checksum-([a-z0-9]+)$/.exec(header)?.[1];
  return name !== undefined && name !== 'md5' && Object.hasOwn(ALGORITHMS, name) ? name : null;
}

/** Whether a text can be such a checksum of anything. @param name as `checksumOf` answers it */
export function isChecksum(name: string, text: string): boolean {
  const { length } = startChecksum(name).digest();
  return text.length === length && Buffer.from(text, 'base64').toString('base64') === text;
}

/** @param name as `checksumOf` answers it */
export function startChecksum(name: string): Digest {
  const start = Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name] : undefined;
  if (start === undefined) throw new S3Error('InvalidArgument', 'There is no such checksum algorithm.');
  return start();
}

function hashOf(algorithm: string): Digest {
  const hash = createHash(algorithm);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('base64') };
}

function crc32Of(add: (bytes: Buffer, before: number) => number): Digest {
  let value = 0;
  return {
    update(bytes) {
      value = add(bytes, value);
    },
    digest() {
      const result = Buffer.alloc(4);
      result.writeUInt32BE(value >>> 0);
      return result.toString('base64');
    },
  };
}

/** Castagnoli's polynomial, bits reversed. */
const CRC32C = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(bytes: Buffer, before: number): number {
  let value = ~before;
  for (let at = 0; at < bytes.length; at += 1)
    value = (CRC32C[(value ^ (bytes[at] as number)) & 0xff] as number) ^ (value >>> 8);
  return ~value >>> 0;
}

/** 64 bits as two halves, because numbers of JavaScript have no more than 32 for this. */
const CRC64_HIGH = new Int32Array(256);
const CRC64_LOW = new Int32Array(256);
for (let start = 0; start < 256; start += 1) {
  let value = BigInt(start);
  for (let bit = 0; bit < 8; bit += 1) value = value & 1n ? (value >> 1n) ^ 0x9a6c9329ac4bc9b5n : value >> 1n;
  CRC64_HIGH[start] = Number(BigInt.asIntN(32, value >> 32n));
  CRC64_LOW[start] = Number(BigInt.asIntN(32, value));
}

function crc64nvme(): Digest {
  let high = -1;
  let low = -1;
  return {
    update(bytes) {
      for (let at = 0; at < bytes.length; at += 1) {
        const row = (low ^ (bytes[at] as number)) & 0xff;
        low = ((low >>> 8) | (high << 24)) ^ (CRC64_LOW[row] as number);
        high = (high >>> 8) ^ (CRC64_HIGH[row] as number);
      }
    },
    digest() {
      const result = Buffer.alloc(8);
      result.writeInt32BE(~high, 0);
      result.writeInt32BE(~low, 4);
      return result.toString('base64');
    },
  };
}
