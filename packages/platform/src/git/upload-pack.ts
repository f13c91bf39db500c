import { GitError } from './git-error.ts';
import { FLUSH, notGit, packetAt, readPackets, writePacket } from './packets.ts';

/** The branches and tags of a repository, and what its server can do. */
export interface Advertisement {
  /** Name with `refs/heads/` → the hash of its commit. */
  refs: ReadonlyMap<string, string>;
  /** Null: the server does not say. */
  defaultBranch: string | null;
  capabilities: ReadonlySet<string>;
}

const HASH = /^[0-9a-f]{40}$/;

/** Reads what a server says first, over HTTP with its line about the service. @throws GitError */
export function readAdvertisement(bytes: Buffer): Advertisement {
  const packets = readPackets(bytes);
  const refs = new Map<string, string>();
  let capabilities: string[] = [];
  let isFirst = true;
  for (const packet of packets) {
    if (packet === null) continue;
    const line = packet.toString('utf8').replace(/\n$/, '');
    if (line.startsWith('# service=') || line.startsWith('version ')) continue;
    if (line.startsWith('ERR ')) throw refused(line.slice('ERR '.length));
    const [head = '', said] = line.split('\0');
    if (isFirst) capabilities = (said ?? '').split(' ').filter((word) => word !== '');
    isFirst = false;
    const hash = head.slice(0, 40);
    const name = head.slice(41);
    if (name.startsWith('refs/') && HASH.test(hash)) refs.set(name, hash);
  }
  // An empty repository has nothing to say.
  if (packets.length === 0) throw notGit();
  if (capabilities.includes('object-format=sha256'))
    throw new GitError(
      'unreadable',
      'The repository names its objects by SHA-256, which cannot be read yet. Use one with SHA-1.',
    );
  const head = capabilities.find((word) => word.startsWith('symref=HEAD:refs/heads/'));
  return {
    refs,
    defaultBranch: head?.slice('symref=HEAD:refs/heads/'.length) ?? null,
    capabilities: new Set(capabilities.map((word) => word.split('=')[0] ?? '')),
  };
}

/**
 * What asks for one commit and all its files, without its history.
 * @param largestBytes files from this size on are left out, where the server can do that
 */
export function askForCommit(hash: string, { capabilities }: Advertisement, largestBytes: number): Buffer {
  const words = ['ofs-delta', 'side-band-64k', 'no-progress'].filter((word) => capabilities.has(word));
  if (!words.includes('side-band-64k')) throw notGit();
  const isPartial = capabilities.has('filter');
  return Buffer.concat([
    writePacket(`want ${hash} ${[...words, ...(isPartial ? ['filter'] : [])].join(' ')}\n`),
    ...(capabilities.has('shallow') ? [writePacket('deepen 1\n')] : []),
    ...(isPartial ? [writePacket(`filter blob:limit=${largestBytes + 1}\n`)] : []),
    FLUSH,
    writePacket('done\n'),
  ]);
}

/** The pack in a server's answer. @throws GitError */
export function readAnswer(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let isPack = false;
  for (let at = 0; at < bytes.length; ) {
    const { packet, next } = packetAt(bytes, at);
    at = next;
    if (packet === null) {
      if (isPack) break;
      continue;
    }
    const channel = packet[0];
    if (channel === 1) {
      isPack = true;
      parts.push(packet.subarray(1));
    } else if (channel === 3) throw refused(packet.toString('utf8', 1));
    else if (packet.toString('latin1', 0, 4) === 'ERR ') throw refused(packet.toString('utf8', 4));
  }
  if (!isPack) throw notGit();
  return Buffer.concat(parts);
}

/** What a server says is shown in one line, and never long. */
function refused(said: string): GitError {
  const line = said
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
  return new GitError('not_found', `The git server refused: ${line}`);
}
