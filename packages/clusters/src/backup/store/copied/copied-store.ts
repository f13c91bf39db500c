import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../driver.ts';
import { KeyedLock } from '../../../local/locks/keyed-lock.ts';
import { checkSpace } from '../../base-backup/check-space.ts';
import type { BackupStore, StoredObject, StorePlace } from '../../ports/backup-store.ts';
import { BackupError } from '../../ports/cluster-backups.ts';
import { checkKey, checkPrefix } from '../check-key.ts';
import { Lane } from './lane.ts';
import { type NoteSign, type Step, tells } from './lane-queue.ts';
import type { Notes } from './notes.ts';

export { openNotes } from './notes.ts';

import { SourceError, splitStream } from './split-stream.ts';

const LOOK_AFTER_BYTES = 32 * 1024 * 1024;
const FILL_AGAIN_MS = 60_000;

/** A store of backups in two places. */
export interface CopiedStore extends BackupStore {
  /** Resolves when the far place has everything. @throws {BackupError} when it does not take it */
  settle(): Promise<void>;
  /** Ends the copying. What is missing is noted, and goes on at the next opening. */
  close(): Promise<void>;
}

export interface CopiedStoreOptions {
  /** Where everything is read from, and written first: the folder. */
  near: BackupStore;
  /** What follows it: the bucket. No key in there begins with another one. */
  far: BackupStore;
  notes: Notes;
  log?: Log;
  /** What of the far place belongs here as well, by its key. Default: everything. */
  isCopied?: (key: string) => boolean;
  /** How long to wait before it is brought here. Default: not at all. */
  fillAfterMs?: number;
}

/**
 * Two stores of backups as one. What is written counts as soon as the near one has it, and the far one follows in the same order,
 * however long it was away. What the near one does not take, because its disk is full, counts when the far one has it, is read from
 * there, and is brought here when there is room. One process at a time.
 */
export async function openCopiedStore(options: CopiedStoreOptions): Promise<CopiedStore> {
  const { notes } = options;
  const [lanes, isComplete] = await Promise.all([notes.load(), notes.isComplete()]);
  return new Copied(options, lanes, isComplete);
}

/** Has everything that is in the near place noted as missing in the far one. May be killed and repeated. */
export async function noteEverything(near: BackupStore, notes: Notes): Promise<void> {
  for (const { key } of await near.list('')) await notes.append(laneOf(key), `+ ${key}`);
  await notes.setComplete(true);
}

class Copied implements CopiedStore {
  readonly #near: BackupStore;
  readonly #far: BackupStore;
  readonly #notes: Notes;
  readonly #log: Log;
  readonly #isCopied: (key: string) => boolean;
  readonly #fillAfterMs: number;
  readonly #lanes = new Map<string, Lane>();
  readonly #keys = new KeyedLock();
  readonly #end = new AbortController();
  #isComplete: boolean;
  /** How often the near place has refused something. */
  #refusals = 0;
  #filling: Promise<void> | null = null;

  constructor(
    { near, far, notes, log, isCopied, fillAfterMs }: CopiedStoreOptions,
    lanes: Map<string, string[]>,
    isComplete: boolean,
  ) {
    this.#log = log ?? (() => undefined);
    this.#isCopied = isCopied ?? (() => true);
    this.#fillAfterMs = fillAfterMs ?? 0;
    this.#near = near;
    this.#far = far;
    this.#notes = notes;
    this.#isComplete = isComplete;
    for (const [name, lines] of lanes) this.#lane(name, lines);
    if (!isComplete) this.#fill();
  }

  async put(key: string, content: Readable | Buffer): Promise<number> {
    checkKey(key);
    this.#changes((from) => from === key);
    if (!Buffer.isBuffer(content)) return this.#keys.run(key, () => this.#putStream(key, content));
    const step: Step = { kind: 'put', key, ...(tells(key) && { bytes: content }) };
    return this.#write('+', step, {
      near: () => this.#near.put(key, content),
      far: () => this.#far.put(key, content),
    });
  }

  async copy(from: string, to: string): Promise<void> {
    checkKey(from);
    checkKey(to);
    this.#changes((each) => each === to);
    await this.#write(
      '+',
      { kind: 'copy', key: to, from },
      {
        near: () => this.#near.copy(from, to),
        far: async () => {
          await this.#lane(laneOf(from)).settle();
          await this.#far.copy(from, to);
        },
      },
    );
  }

  async write(key: string, offset: number, bytes: Buffer): Promise<void> {
    checkKey(key);
    const end = offset + bytes.length;
    const step: Step = { kind: 'grow', key, start: offset, end, parts: [{ offset, bytes }] };
    const far = () => this.#far.write(key, offset, bytes);
    const near = async () => {
      // What only the far place has goes on there.
      if (!this.#isComplete && (await this.#isOnlyFar(key))) throw new OnlyFar();
      await this.#near.write(key, offset, bytes);
    };
    await this.#write('~', step, { near, far });
  }

  async remove(prefix: string): Promise<void> {
    checkPrefix(prefix);
    this.#changes((from) => from.startsWith(prefix));
    const lanes = prefix.includes('/') ? [laneOf(prefix)] : await this.#lanesOf(prefix);
    for (const name of lanes) {
      const below = prefix.includes('/') ? prefix : `${name}/`;
      await this.#lane(name)
        .change(
          '-',
          below,
          () => this.#near.remove(below),
          () => ({ kind: 'remove', prefix: below }),
        )
        // A full disk takes no notes.
        .catch(async (error: unknown) => {
          if (error instanceof TypeError) throw error;
          await this.#near.remove(below);
          await this.#lane(name).settle();
          await this.#far.remove(below);
        });
    }
  }

  async read(key: string): Promise<Readable> {
    checkKey(key);
    try {
      return await this.#near.read(key);
    } catch (error) {
      if (this.#isComplete || !isNotFound(error)) throw error;
      await this.#lane(laneOf(key)).settle();
      return this.#far.read(key);
    }
  }

  async stat(key: string): Promise<StoredObject | null> {
    checkKey(key);
    const here = await this.#near.stat(key);
    if (here !== null || this.#isComplete) return here;
    await this.#lane(laneOf(key)).settle();
    return this.#far.stat(key);
  }

  async list(prefix: string): Promise<StoredObject[]> {
    checkPrefix(prefix);
    if (this.#isComplete) return this.#near.list(prefix);
    for (const [name, lane] of this.#lanes)
      if (name.startsWith(prefix) || laneOf(prefix) === name) await lane.settle();
    const all = new Map((await this.#far.list(prefix)).map((object) => [object.key, object]));
    for (const object of await this.#near.list(prefix)) all.set(object.key, object);
    return [...all.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** As much as the far place takes: what has no room here is only there. */
  freeBytes(): Promise<number | null> {
    return this.#far.freeBytes();
  }

  async places(ref: string): Promise<StorePlace[]> {
    const lane = this.#lanes.get(ref);
    const since = lane?.pendingSince ?? null;
    const problem = since === null || lane === undefined || lane.problem === null ? null : lane.problem;
    const [[near], [far]] = await Promise.all([this.#near.places(ref), this.#far.places(ref)]);
    return [
      ...(near ? [{ ...near, isComplete: this.#isComplete }] : []),
      ...(far
        ? [
            {
              ...far,
              pending: lane?.pending ?? 0,
              since: since === null ? null : new Date(since),
              problem: problem === null ? null : sentenceOf(problem),
            },
          ]
        : []),
    ];
  }

  async settle(): Promise<void> {
    for (const lane of [...this.#lanes.values()]) await lane.settle();
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#filling;
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close()));
  }

  #lane(name: string, lines: readonly string[] = []): Lane {
    const known = this.#lanes.get(name);
    if (known) return known;
    const isPending = (key: string) => this.#lane(laneOf(key)).touches(key);
    const places = { near: this.#near, far: this.#far, notes: this.#notes };
    const lane = new Lane(name, { ...places, isPending, log: this.#log }, lines);
    this.#lanes.set(name, lane);
    return lane;
  }

  async #lanesOf(prefix: string): Promise<string[]> {
    const found = [...(await this.#near.list(prefix)), ...(this.#isComplete ? [] : await this.list(prefix))];
    return [...new Set(found.map(({ key }) => laneOf(key)))];
  }

  #changes(isChanged: (key: string) => boolean): void {
    for (const lane of this.#lanes.values()) lane.sourceChanged(isChanged);
  }

  #write<T>(
    sign: NoteSign,
    step: Exclude<Step, { kind: 'remove' }>,
    { near, far }: { near: () => Promise<T>; far: () => Promise<T> },
  ): Promise<T> {
    const { key } = step;
    const lane = this.#lane(laneOf(key));
    return this.#keys.run(key, () =>
      lane
        .change(sign, key, near, () => step)
        .catch((error: unknown) => {
          if (error instanceof TypeError) throw error;
          if (this.#isComplete && isNotFound(error)) throw error;
          return this.#onlyInFar(lane, key, error, far);
        }),
    );
  }

  /** What the near place does not take counts when the far one has it. What was here is not what there is any more. */
  async #onlyInFar<T>(lane: Lane, key: string, nearError: unknown, work: () => Promise<T>): Promise<T> {
    try {
      await lane.hand();
      await this.#lacks();
      const result = await work();
      await this.#near.remove(key);
      return result;
    } catch (error) {
      if (!(error instanceof BackupError) || nearError instanceof OnlyFar) throw error;
      throw new BackupError(error.code, error.message, { cause: nearError });
    } finally {
      this.#fill();
    }
  }

  /** To both places at once: nobody could read it a second time. */
  async #putStream(key: string, content: Readable): Promise<number> {
    const lane = this.#lane(laneOf(key));
    const [here, there] = splitStream(content);
    // What waits to be done there would take its place again.
    const isFree = !lane.touches(key) && lane.problem === null;
    const far = isFree ? this.#far.put(key, there) : Promise.reject(new Error('It follows.'));
    far.catch(() => there.destroy());
    const farther = far.then(
      (value) => ({ isThere: true, value }) as const,
      (error: unknown) => ({ isThere: false, error }) as const,
    );
    const step: Step = { kind: 'put', key };
    try {
      const stored = await lane.change(
        '+',
        key,
        async () => {
          const kept = Readable.from(this.#leavingSpace(here), { objectMode: false });
          return { bytes: await this.#near.put(key, kept), isThere: (await farther).isThere };
        },
        ({ isThere }) => (isThere ? null : step),
      );
      return stored.bytes;
    } catch (nearError) {
      here.destroy();
      const end = await farther;
      const failure = [nearError, end.isThere ? null : end.error].find((each) => each instanceof SourceError);
      if (failure instanceof SourceError) throw failure.cause;
      if (!end.isThere) throw isFree ? end.error : nearError;
      return this.#onlyInFar(lane, key, nearError, async () => end.value);
    }
  }

  async *#leavingSpace(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let unchecked = LOOK_AFTER_BYTES;
    for await (const chunk of bytes) {
      unchecked += chunk.length;
      if (unchecked >= LOOK_AFTER_BYTES) {
        unchecked = 0;
        await checkSpace(this.#near, 'It is not copied here');
      }
      yield chunk;
    }
  }

  async #isOnlyFar(key: string): Promise<boolean> {
    return (await this.#near.stat(key)) === null && (await this.#far.stat(key)) !== null;
  }

  async #lacks(): Promise<void> {
    this.#refusals += 1;
    if (!this.#isComplete) return;
    await this.#notes.setComplete(false);
    this.#isComplete = false;
  }

  /** Brings what only the far place has here, as far as there is room. */
  #fill(): void {
    if (this.#filling !== null || this.#isComplete || this.#end.signal.aborted) return;
    this.#filling = this.#fillUp().finally(() => {
      this.#filling = null;
    });
  }

  async #fillUp(): Promise<void> {
    const { signal } = this.#end;
    await sleep(this.#fillAfterMs, undefined, { signal, ref: false }).catch(() => {});
    while (!signal.aborted && !this.#isComplete) {
      const isDone = await this.#fillOnce().catch(() => false);
      if (!isDone) await sleep(FILL_AGAIN_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** @returns whether nothing is missing here any more */
  async #fillOnce(): Promise<boolean> {
    const before = this.#refusals;
    for (const { key } of await this.#far.list('')) {
      if (this.#end.signal.aborted) return false;
      if (this.#isCopied(key)) await this.#keys.run(key, () => this.#fetch(key));
    }
    if (this.#refusals !== before || this.#end.signal.aborted) return false;
    await this.#notes.setComplete(true);
    this.#isComplete = this.#refusals === before;
    if (!this.#isComplete) await this.#notes.setComplete(false);
    return this.#isComplete;
  }

  async #fetch(key: string): Promise<void> {
    const lane = this.#lane(laneOf(key));
    const isWanted = async () =>
      !lane.touches(key) && (await this.#far.stat(key)) !== null && !lane.touches(key);
    if ((await this.#near.stat(key)) !== null || !(await isWanted())) return;
    const content = this.#leavingSpace(await this.#far.read(key));
    await this.#near.put(key, Readable.from(content, { objectMode: false }));
    // It may have been removed meanwhile.
    if (!(await isWanted())) await this.#near.remove(key);
  }
}

/** What grows is in the far place only, and goes on there. */
class OnlyFar extends Error {}

function laneOf(key: string): string {
  return key.split('/', 1)[0] ?? '';
}

/** Why a place does not take something, for people. */
export function sentenceOf(problem: unknown): string {
  return problem instanceof BackupError
    ? problem.message
    : 'Something went wrong on our side. The log has the details.';
}

function isNotFound(error: unknown): boolean {
  return error instanceof BackupError && error.code === 'not_found';
}
