import { GitError } from './git-error.ts';

/** Git's frames: four hexadecimal digits that say how long it is, themselves included, then its bytes. Null is the empty one, a flush. */
export type Packet = Buffer | null;

const HEAD = 4;

/** @throws GitError for bytes that are no frames */
export function readPackets(bytes: Buffer): Packet[] {
  const packets: Packet[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { packet, next } = packetAt(bytes, at);
    packets.push(packet);
    at = next;
  }
  return packets;
}

/** The frame that begins at a place, and where the next one does. @throws GitError */
export function packetAt(bytes: Buffer, at: number): { packet: Packet; next: number } {
  const digits = bytes.toString('latin1', at, at + HEAD);
  if (!/^[0-9a-f]{4}$/i.test(digits)) throw notGit();
  const length = Number.parseInt(digits, 16);
  if (length === 0) return { packet: null, next: at + HEAD };
  if (length < HEAD || at + length > bytes.length) throw notGit();
  return { packet: bytes.subarray(at + HEAD, at + length), next: at + length };
}

/** Whether the bytes hold all frames up to the first flush: what a server says of its own accord. */
export function endsWithFlush(bytes: Buffer): boolean {
  for (let at = 0; at + HEAD <= bytes.length; ) {
    const digits = bytes.toString('latin1', at, at + HEAD);
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw notGit();
    const length = Number.parseInt(digits, 16);
    if (length === 0) return true;
    if (length < HEAD) throw notGit();
    at += length;
  }
  return false;
}

export function writePacket(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.length + HEAD).toString(16).padStart(HEAD, '0')), bytes]);
}

export const FLUSH = Buffer.from('0000');

export function notGit(): GitError {
  return new GitError(
    'unreachable',
    'The server does not answer as a git server does. Check the address of the repository.',
  );
}
