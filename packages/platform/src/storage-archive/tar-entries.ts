const BLOCK = 512;
const LARGEST_IN_HEADER = 0o77777777777;
const LONGEST_IN_HEADER = 100;
/** Two empty blocks. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** What a header says of a file or a folder. Folders end in a slash and have no bytes. */
export interface TarEntry {
  name: string;
  size: number;
  /** Seconds since 1970. */
  modified: number;
}

/**
 * The header of an entry in the format of POSIX 2001, which every tar reads: names of any length in UTF-8, files of any size. The same
 * entry always has the same header, so places in an archive can be computed before it is written.
 */
export function tarHeader({ name, size, modified }: TarEntry): Buffer {
  const records: string[] = [];
  const fits = Buffer.byteLength(name) <= LONGEST_IN_HEADER && /^[\x20-\x7e]*$/.test(name);
  if (!fits) records.push(record('path', name));
  if (size > LARGEST_IN_HEADER) records.push(record('size', String(size)));
  const type = name.endsWith('/') ? '5' : '0';
  const own = block({
    name: fits ? name : 'object',
    size: Math.min(size, LARGEST_IN_HEADER),
    modified,
    type,
  });
  if (records.length === 0) return own;
  const extended = Buffer.from(records.join(''));
  const before = block({ name: 'PaxHeader', size: extended.length, modified, type: 'x' });
  return Buffer.concat([before, extended, tarPadding(extended.length), own]);
}

/** What fills the last block of a file. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** How many bytes of an archive an entry takes, header and padding included. */
export function tarBytes(entry: TarEntry): number {
  return tarHeader(entry).length + entry.size + tarPadding(entry.size).length;
}

function block({ name, size, modified, type }: TarEntry & { type: string }): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  header.write(name, 0, LONGEST_IN_HEADER, 'latin1');
  header.write(octal(type === '5' ? 0o755 : 0o644, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(clamped(modified), 11), 136);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write('ustar\u000000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\u0000 `, 148);
  return header;
}

/** A record tells its own length, in bytes, with the digits of the length. */
function record(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (rest + String(length).length !== length) length = rest + String(length).length;
  return `${length} ${key}=${value}\n`;
}

/** Rows hold any time, also one that never comes. */
function clamped(seconds: number): number {
  return Math.trunc(Math.max(0, Math.min(LARGEST_IN_HEADER, seconds || 0)));
}
