import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Log } from '../../../driver.ts';
import type { BackupStore, StoredObject, StorePlace } from '../../ports/backup-store.ts';
import { checkKey, checkPrefix } from '../check-key.ts';
import { sentenceOf } from './copied-store.ts';
import { Lane } from './lane.ts';
import { type NoteSign, type Step, tells } from './lane-queue.ts';
import { type Notes, openNotes } from './notes.ts';

/** For what a follower is being sent when nobody waits for it any more. */
const PATIENCE_MS = 1_000;

/** A store of backups that other stores follow, each for one cluster. Nothing is ever read from those. */
export interface FollowedStore extends BackupStore {
  /** From now on what is kept of a cluster goes there as well, and what is kept already. One that it had before is followed no more. */
  follow(ref: string, far: BackupStore): Promise<void>;
  /** What is there stays. */
  unfollow(ref: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param folder where it is noted what the followers lack, a folder for each
 */
export function openFollowedStore(store: BackupStore, folder: string, log: Log): FollowedStore {
  return new Followed(store, folder, log);
}

class Followed implements FollowedStore {
  readonly #store: BackupStore;
  readonly #folder: string;
  readonly #log: Log;
  readonly #followers = new Map<string, { lane: Lane; notes: Notes }>();

  constructor(store: BackupStore, folder: string, log: Log) {
    this.#store = store;
    this.#folder = folder;
    this.#log = log;
  }

  async follow(ref: string, far: BackupStore): Promise<void> {
    const known = this.#followers.get(ref);
    this.#followers.delete(ref);
    await known?.lane.close(PATIENCE_MS);
    const notes = await openNotes(join(this.#folder, ref));
    if (!(await notes.isComplete())) {
      await notes.clear(ref);
      const kept = await this.#store.list(`${ref}/`);
      if (kept.length > 0) await notes.append(ref, kept.map(({ key }) => `+ ${key}`).join('\n'));
      await notes.setComplete(true);
    }
    const lines = (await notes.load()).get(ref) ?? [];
    const parts = { near: this.#store, far, notes, isPending: () => true, log: this.#log };
    this.#followers.set(ref, { lane: new Lane(ref, parts, lines), notes });
  }

  async unfollow(ref: string): Promise<void> {
    const known = this.#followers.get(ref);
    this.#followers.delete(ref);
    await known?.lane.close(PATIENCE_MS);
    await rm(join(this.#folder, ref), { recursive: true, force: true });
  }

  async put(key: string, content: Readable | Buffer): Promise<number> {
    checkKey(key);
    const isTold = Buffer.isBuffer(content) && tells(key);
    const step: Step = { kind: 'put', key, ...(isTold && { bytes: content }) };
    return this.#change('+', key, step, () => this.#store.put(key, content));
  }

  async copy(from: string, to: string): Promise<void> {
    checkKey(to);
    await this.#change('+', to, { kind: 'put', key: to }, () => this.#store.copy(from, to));
  }

  async write(key: string, offset: number, bytes: Buffer): Promise<void> {
    checkKey(key);
    const end = offset + bytes.length;
    const step: Step = { kind: 'grow', key, start: offset, end, parts: [{ offset, bytes }] };
    await this.#change('~', key, step, () => this.#store.write(key, offset, bytes));
  }

  async remove(prefix: string): Promise<void> {
    checkPrefix(prefix);
    const [ref = '', ...rest] = prefix.split('/');
    // All of a cluster goes, and with it whoever followed. What they have is theirs.
    if (rest.length === 1 && rest[0] === '') await this.unfollow(ref);
    await this.#change('-', prefix, { kind: 'remove', prefix }, () => this.#store.remove(prefix));
  }

  read(key: string): Promise<Readable> {
    return this.#store.read(key);
  }

  stat(key: string): Promise<StoredObject | null> {
    return this.#store.stat(key);
  }

  list(prefix: string): Promise<StoredObject[]> {
    return this.#store.list(prefix);
  }

  freeBytes(): Promise<number | null> {
    return this.#store.freeBytes();
  }

  async places(ref: string): Promise<StorePlace[]> {
    const places = await this.#store.places(ref);
    const lane = this.#followers.get(ref)?.lane;
    if (lane === undefined) return places;
    const { pending, pendingSince, problem } = lane;
    const since = pendingSince === null ? null : new Date(pendingSince);
    const said = since === null || problem === null ? null : sentenceOf(problem);
    return [
      ...places,
      { kind: 'own_bucket', freeBytes: null, isComplete: true, pending, since, problem: said },
    ];
  }

  async close(): Promise<void> {
    await Promise.all([...this.#followers.values()].map(({ lane }) => lane.close(PATIENCE_MS)));
  }

  /** What a full disk takes no note of is not held up by that: the follower is compared as a whole at the next start. */
  async #change<T>(sign: NoteSign, name: string, step: Step, work: () => Promise<T>): Promise<T> {
    const follower = this.#followers.get(name.split('/', 1)[0] ?? '');
    if (follower === undefined) return work();
    const { lane, notes } = follower;
    let isNoted = false;
    const noted = () => {
      isNoted = true;
      return work();
    };
    try {
      return await lane.change(sign, name, noted, () => step);
    } catch (error) {
      if (isNoted) throw error;
      await notes.setComplete(false);
      const result = await work();
      lane.add(step);
      return result;
    }
  }
}
