import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../driver.ts';
import { KeyedLock } from '../../../local/locks/keyed-lock.ts';
import type { BackupStore, StoredObject, StorePlace } from '../../ports/backup-store.ts';
import { checkKey, checkPrefix } from '../check-key.ts';
import { sentenceOf } from './copied-store.ts';
import { Lane } from './lane.ts';
import { type NoteSign, type Step, tells } from './lane-queue.ts';
import { type Notes, openNotes } from './notes.ts';

/** For what a follower is being sent when nobody waits for it any more. */
const PATIENCE_MS = 1_000;
const TRY_AGAIN_MS = 30_000;

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

interface Follower {
  lane: Lane;
  notes: Notes;
  /** Whether it has, or is noted to lack, all that is kept. */
  isComplete: boolean;
}

class Followed implements FollowedStore {
  readonly #store: BackupStore;
  readonly #folder: string;
  readonly #log: Log;
  readonly #followers = new Map<string, Follower>();
  /** Whatever is written meanwhile waits until it is known who follows. */
  readonly #changes = new KeyedLock();

  constructor(store: BackupStore, folder: string, log: Log) {
    this.#store = store;
    this.#folder = folder;
    this.#log = log;
  }

  async follow(ref: string, far: BackupStore): Promise<void> {
    const follower = await this.#changes.run(ref, () => this.#replace(ref, far));
    if (!follower.isComplete && !(await this.#bringAll(ref, follower))) void this.#keepTrying(ref, follower);
  }

  unfollow(ref: string): Promise<void> {
    return this.#changes.run(ref, async () => {
      await this.#end(ref);
      await rm(join(this.#folder, ref), { recursive: true, force: true });
    });
  }

  async #replace(ref: string, far: BackupStore): Promise<Follower> {
    await this.#end(ref);
    const notes = await openNotes(join(this.#folder, ref));
    const lines = (await notes.load()).get(ref) ?? [];
    const parts = { near: this.#store, far, notes, isPending: () => true, log: this.#log };
    const follower: Follower = {
      lane: new Lane(ref, parts, lines),
      notes,
      isComplete: await notes.isComplete(),
    };
    this.#followers.set(ref, follower);
    return follower;
  }

  async #end(ref: string): Promise<void> {
    const known = this.#followers.get(ref);
    this.#followers.delete(ref);
    await known?.lane.close(PATIENCE_MS);
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
    const follower = this.#followers.get(ref);
    if (follower === undefined) return places;
    const { isComplete, lane } = follower;
    const { pending, pendingSince, problem } = lane;
    const since = pendingSince === null ? null : new Date(pendingSince);
    const said = since === null || problem === null ? null : sentenceOf(problem);
    return [...places, { kind: 'own_bucket', freeBytes: null, isComplete, pending, since, problem: said }];
  }

  async close(): Promise<void> {
    const followers = [...this.#followers.values()];
    this.#followers.clear();
    await Promise.all(followers.map(({ lane }) => lane.close(PATIENCE_MS)));
  }

  /** @returns false where the store that is followed does not say what it has */
  async #bringAll(ref: string, { lane, notes }: Follower): Promise<boolean> {
    try {
      await lane.addAll((await this.#store.list(`${ref}/`)).map(({ key }) => key));
      await notes.setComplete(true);
    } catch (error) {
      this.#log('warn', { err: error, ref }, 'backups are not all copied to the bucket of their project yet');
      return false;
    }
    const follower = this.#followers.get(ref);
    if (follower?.lane === lane) follower.isComplete = true;
    return true;
  }

  async #keepTrying(ref: string, follower: Follower): Promise<void> {
    do await sleep(TRY_AGAIN_MS, undefined, { ref: false });
    while (this.#followers.get(ref) === follower && !(await this.#bringAll(ref, follower)));
  }

  /** What a full disk takes no note of is not held up by that: the follower is compared as a whole at the next start. */
  async #change<T>(sign: NoteSign, name: string, step: Step, work: () => Promise<T>): Promise<T> {
    const ref = name.split('/', 1)[0] ?? '';
    const follower = await this.#followerOf(ref);
    const result =
      follower === undefined ? await work() : await this.#noted(follower, sign, name, step, work);
    // Another one that came meanwhile knows nothing of it.
    const present = await this.#followerOf(ref);
    if (present !== undefined && present !== follower)
      await this.#noted(present, sign, name, step, async () => {});
    return result;
  }

  async #followerOf(ref: string): Promise<Follower | undefined> {
    await this.#changes.idle(ref);
    return this.#followers.get(ref);
  }

  async #noted<T>(
    { lane, notes }: Follower,
    sign: NoteSign,
    name: string,
    step: Step,
    work: () => Promise<T>,
  ): Promise<T> {
    let isNoted = false;
    const noted = () => {
      isNoted = true;
      return work();
    };
    try {
      return await lane.change(sign, name, noted, () => step);
    } catch (error) {
      if (isNoted) throw error;
      await notes.setComplete(false).catch(() => {}); // nobody follows any more
      const result = await work();
      lane.add(step);
      return result;
    }
  }
}
