import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BackupError, type BackupStore } from '@basalt/clusters';
import { type Home, HomeError, writeAtomically } from '../home.ts';

/** The installation that writes into a store of backups. */
export interface StoreOwner {
  installation: string;
  /** The machine that it is on, as people know it. */
  machine: string;
  /** Since when, an ISO 8601 time. */
  since: string;
}

const KEY = '_installation/owner.json';
/** So long another machine that has taken the backups over may be overlooked. */
const LOOK_AGAIN_MS = 10_000;

/** The name of this installation, given to it once and kept in its home. */
export async function installationId(home: Home): Promise<string> {
  const file = join(home.path, 'installation.json');
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (known === null) {
    const id = randomUUID();
    await writeAtomically(file, `${JSON.stringify({ id })}\n`, 0o600);
    return id;
  }
  const id = parsed(known)?.id;
  if (typeof id === 'string') return id;
  throw new HomeError(`${file} must say which installation this is, and cannot be read.`);
}

/** Null: nobody has written there yet. @throws {BackupError} `damaged` also where it was encrypted with another key */
export async function readOwner(store: BackupStore): Promise<StoreOwner | null> {
  const content = await store.read(KEY).then(text, (error: unknown) => {
    if (error instanceof BackupError && error.code === 'not_found') return null;
    throw error;
  });
  if (content === null) return null;
  const { installation, machine, since } = parsed(content) ?? {};
  if (typeof installation === 'string' && typeof machine === 'string' && typeof since === 'string')
    return { installation, machine, since };
  throw new BackupError('damaged', `${KEY} of the backups cannot be read.`);
}

/** From now on this installation is the one that writes there. */
export async function claimStore(store: BackupStore, installation: string): Promise<void> {
  const owner: StoreOwner = { installation, machine: hostname(), since: new Date().toISOString() };
  await store.put(KEY, Buffer.from(JSON.stringify(owner)));
}

/**
 * A store that one installation writes into. As soon as another one has taken it over nothing is written any more, so that two
 * machines never mix what they write: the failure is told like any other of the archive.
 */
export function writtenBy(store: BackupStore, installation: string): BackupStore {
  let lookedAt = Number.NEGATIVE_INFINITY;
  async function checkOwner(): Promise<void> {
    if (performance.now() - lookedAt < LOOK_AGAIN_MS) return;
    const owner = await readOwner(store);
    if (owner === null) await claimStore(store, installation);
    else if (owner.installation !== installation)
      throw new BackupError(
        'archive_failed',
        `Nothing is backed up any more: since ${owner.since} the machine ${owner.machine} writes to this bucket. Stop one of the two.`,
      );
    lookedAt = performance.now();
  }
  const asOwner =
    <Args extends unknown[], Answer>(write: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await checkOwner();
      return write(...args);
    };
  return {
    put: asOwner((key, content) => store.put(key, content)),
    copy: asOwner((from, to) => store.copy(from, to)),
    write: asOwner((key, offset, bytes) => store.write(key, offset, bytes)),
    remove: asOwner((prefix) => store.remove(prefix)),
    read: (key) => store.read(key),
    stat: (key) => store.stat(key),
    list: (prefix) => store.list(prefix),
    places: (ref) => store.places(ref),
    freeBytes: () => store.freeBytes(),
  };
}

function parsed(content: string): Record<string, unknown> | null {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}
