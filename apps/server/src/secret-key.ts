import { randomBytes } from 'node:crypto';
import { link, lstat, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { explainHomeFailure, type Home, HomeError } from './home.ts';

const NAME = 'secret.key';
const DRAFT = /^secret\.key\.[0-9a-f]{12}$/;
const RESTORE = 'Restore it from your copy of the data folder';

/** Where the key is that seals secrets at rest. */
export function secretKeyFile(home: Home): string {
  return path.join(home.path, NAME);
}

/**
 * The 32 bytes that seal secrets at rest.
 * @returns null when there is no such file: nothing was sealed yet, or the file got lost
 * @throws HomeError when there is one that cannot be read or holds no key
 */
export async function readSecretKey(home: Home): Promise<Buffer | null> {
  const file = secretKeyFile(home);
  const text = await readFile(file, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      // A file that is no link was made at this moment by the other process of a first start, which a later look finds.
      if (!(await isLink(file))) return null;
      throw new HomeError(`${file} is a link to a file that is not there. Bring back what it leads to.`);
    }
    throw new HomeError(`${file} cannot be read (${error.code}). Give this user the right to read it.`, {
      cause: error,
    });
  });
  if (text === null) return null;
  // Node reads hex up to the first other character: the digits are counted first.
  if (!/^[0-9a-f]{64}$/i.test(text.trim()))
    throw new HomeError(
      `${file} is damaged: it must hold 64 hex digits. ${RESTORE}: without it the saved passwords and keys cannot be read.`,
    );
  return Buffer.from(text.trim(), 'hex');
}

/**
 * The key, made at the first start in a file that only its owner may read. One that is there is never replaced. When this
 * returns it survives a loss of power too, so that nothing is ever sealed with a key that is gone afterwards.
 */
export async function ensureSecretKey(home: Home): Promise<Buffer> {
  try {
    if ((await readSecretKey(home)) === null) await makeKeyFile(home);
    // Also of a key that was found: whoever made it may have been killed before this.
    await flushFolder(home.path);
  } catch (error) {
    if (error instanceof HomeError) throw error;
    throw new HomeError(explainHomeFailure(home.path, error as NodeJS.ErrnoException), { cause: error });
  }
  const key = await readSecretKey(home);
  if (key === null)
    throw new HomeError(`${secretKeyFile(home)} vanished while Basalt was starting. Start again.`);
  return key;
}

/** Puts the key of a restored installation in place. One that is there is never replaced. */
export async function putSecretKey(home: Home, key: Buffer): Promise<void> {
  await makeKeyFile(home, key);
  await flushFolder(home.path);
}

async function makeKeyFile(home: Home, key: Buffer = randomBytes(32)): Promise<void> {
  await removeDrafts(home);
  const file = secretKeyFile(home);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${key.toString('hex')}\n`, { mode: 0o600, flush: true });
  // Unlike renaming, linking replaces nothing.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
}

/** That the key is lost, and what to do. */
export function missingKeySentence(home: Home, ownDatabase: boolean): string {
  return `${secretKeyFile(home)} is missing: without it the saved passwords and keys of the projects cannot be read. ${RESTORE}, or ${startAnew(ownDatabase)}.`;
}

/** That the key is another installation's, and what to do. */
export function otherKeySentence(home: Home, ownDatabase: boolean): string {
  return `${secretKeyFile(home)} is not the key that sealed the saved passwords and keys of the projects. ${RESTORE}, or ${startAnew(ownDatabase)}.`;
}

/** What is sealed is in the platform's database, which is in the data folder unless it was said to be elsewhere. */
function startAnew(ownDatabase: boolean): string {
  return ownDatabase
    ? 'set BASALT_HOME to another folder to start anew'
    : 'set DATABASE_URL to an empty database to start anew';
}

/** What the file system says about the key's file. */
export interface KeyFileFacts {
  isLink: boolean;
  /** Permissions of the file, of the one that a link leads to. */
  mode: number;
  uid: number;
}

/**
 * Why others could read the key, or a copy of the data folder would lack it.
 * @param ownUid user id of this process; null where the system has none
 * @returns null when all is well
 */
export function keyFileWarning(file: string, facts: KeyFileFacts, ownUid: number | null): string | null {
  if (ownUid === null) return null;
  const path = shellWord(file);
  if (facts.uid !== ownUid)
    return `Warning: ${file} belongs to another user (id ${facts.uid}), who can read all saved passwords and keys. Run: chown ${ownUid} ${path} && chmod 600 ${path}`;
  if ((facts.mode & 0o077) !== 0)
    return `Warning: other users of this machine may open ${file}, which reads all saved passwords and keys. Run: chmod 600 ${path}`;
  if (facts.isLink)
    return `Warning: ${file} is a link. A copy of the data folder is worth nothing without the file that it leads to.`;
  return null;
}

/** What {@link keyFileWarning} says of the key as it is; null while there is none. */
export async function findKeyFileWarning(home: Home): Promise<string | null> {
  const file = secretKeyFile(home);
  try {
    const [own, target] = await Promise.all([lstat(file), stat(file)]);
    const facts = { isLink: own.isSymbolicLink(), mode: target.mode & 0o777, uid: target.uid };
    return keyFileWarning(file, facts, process.getuid?.() ?? null);
  } catch {
    // What keeps it from being read is said by whoever reads it.
    return null;
  }
}

/** A path as a shell takes it. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function isLink(file: string): Promise<boolean> {
  return lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

/** Of a first start that was killed before it was done. Nothing was sealed with them. */
async function removeDrafts(home: Home): Promise<void> {
  const names = (await readdir(home.path)).filter((name) => DRAFT.test(name));
  await Promise.all(names.map((name) => rm(path.join(home.path, name), { force: true })));
}

/** A file is only there for good when its folder has been written too. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
