import { GitError } from './git-error.ts';
import type { GitObject, ObjectType, Pack } from './read-pack.ts';

export interface Commit {
  /** 40 hexadecimal digits. */
  hash: string;
  /** The first line of its message. */
  subject: string;
  author: string;
  /** When it was made. */
  at: Date;
}

export interface FileLimits {
  /** In bytes. */
  largestFile: number;
  mostFiles: number;
  mostBytes: number;
}

/** What a version of a repository has below a folder. */
export interface VersionFiles {
  commit: Commit;
  /** Path below the folder → its bytes, by path. Only plain files: links and submodules are left out. */
  files: ReadonlyMap<string, Buffer>;
}

const DEEPEST = 32;
const FOLDER_MODE = '40000';
const FILE_MODES = new Set(['100644', '100755', '100664']);

/**
 * Reads a commit and its files below a folder, which may be missing: there are no files then.
 * @param folder names with slashes between them; empty: the whole
 * @throws GitError `unreadable`, `too_large`
 */
export function readFiles(pack: Pack, hash: string, folder: string, limits: FileLimits): VersionFiles {
  const commit = read(pack, hash, 'commit');
  const text = commit.bytes.toString('utf8');
  const tree = /^tree ([0-9a-f]{40})$/m.exec(text)?.[1];
  if (tree === undefined) throw unreadable();
  const files = new Map<string, Buffer>();
  let total = 0;
  let root: string | undefined = tree;
  for (const name of folder.split('/').filter((part) => part !== ''))
    root =
      root &&
      listTree(read(pack, root, 'tree')).find((it) => it.name === name && it.mode === FOLDER_MODE)?.hash;
  if (root !== undefined) walk(root, '', 0);
  return {
    commit: { hash, ...describeCommit(text) },
    files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))),
  };

  function walk(folderHash: string, before: string, depth: number): void {
    if (depth > DEEPEST) throw unreadable();
    for (const { name, mode, hash: own } of listTree(read(pack, folderHash, 'tree'))) {
      if (!isPlainName(name)) continue;
      const path = `${before}${name}`;
      if (mode === FOLDER_MODE) walk(own, `${path}/`, depth + 1);
      else if (FILE_MODES.has(mode)) add(path, own);
    }
  }

  function add(path: string, own: string): void {
    const object = pack.read(own);
    if (object !== null && object.type !== 'blob') throw unreadable();
    // A server that can leave large files out sends none.
    if (object === null || object.bytes.length > limits.largestFile)
      throw new GitError(
        'too_large',
        `${path} is larger than ${inMb(limits.largestFile)} MB. Make it smaller, or move it out of the folder.`,
      );
    total += object.bytes.length;
    files.set(path, object.bytes);
    if (files.size > limits.mostFiles)
      throw new GitError(
        'too_large',
        `The folder has more than ${limits.mostFiles} files. Move some of them out of it.`,
      );
    if (total > limits.mostBytes)
      throw new GitError(
        'too_large',
        `The folder has more than ${inMb(limits.mostBytes)} MB. Move some files out of it.`,
      );
  }
}

const inMb = (bytes: number) => Math.round(bytes / 1024 / 1024);

function listTree({ bytes }: GitObject): { mode: string; name: string; hash: string }[] {
  const entries = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > bytes.length) throw unreadable();
    entries.push({
      mode: bytes.toString('latin1', at, space),
      name: bytes.toString('utf8', space + 1, end),
      hash: bytes.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return entries;
}

/** Not a way out of the folder, in any system's notation. */
function isPlainName(name: string): boolean {
  return (
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    name.toLowerCase() !== '.git' &&
    !/[/\\\p{Cc}\uFFFD]/u.test(name)
  );
}

function describeCommit(text: string): Omit<Commit, 'hash'> {
  const [head = '', ...message] = text.split('\n\n');
  const [, author = '', seconds = '0'] = /^(?:committer) (.*?) ?<[^>]*> (\d{1,12})/m.exec(head) ?? [];
  const [subject = ''] = message.join('\n\n').trim().split('\n');
  return {
    subject: subject.slice(0, 200),
    author: author.slice(0, 100),
    at: new Date(Number(seconds) * 1000),
  };
}

function read(pack: Pack, hash: string, type: ObjectType): GitObject {
  const object = pack.read(hash);
  if (object?.type !== type) throw unreadable();
  return object;
}

function unreadable(): GitError {
  return new GitError('unreadable', 'The repository is incomplete. Check it with git fsck.');
}
