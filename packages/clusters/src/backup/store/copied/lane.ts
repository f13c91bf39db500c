import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../driver.ts';
import type { BackupStore } from '../../ports/backup-store.ts';
import { BackupError } from '../../ports/cluster-backups.ts';
import { LaneQueue, type NoteSign, type Step, stepsOfNotes } from './lane-queue.ts';
import type { Notes } from './notes.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** So many lines are kept while everything is in both places: what is written again and again is noted once. */
const MOST_LINES = 100;

interface LaneParts {
  near: BackupStore;
  far: BackupStore;
  notes: Notes;
  /** Whether what the far place has under a key is yet to be replaced. */
  isPending: (key: string) => boolean;
  log: Log;
}

/** Brings what is written in the near place for one project to the far one, in order, and tries again until it is there. */
export class Lane {
  readonly #name: string;
  readonly #parts: LaneParts;
  readonly #queue = new LaneQueue();
  /** Keys that the notes say something of that holds now. */
  readonly #noted = new Map<string, NoteSign>();
  #lines = 0;
  #hasRemovals = false;
  /** Changes that are noted and not in the queue yet. */
  #begun = 0;
  #notesEnd: Promise<unknown> = Promise.resolve();
  #work: Promise<void> | null = null;
  #wake = new AbortController();
  #isClosed = false;
  #attempts: ((error: unknown) => void)[] = [];
  /** Why the newest attempt failed; null: it did not. */
  problem: unknown = null;

  constructor(name: string, parts: LaneParts, lines: readonly string[]) {
    this.#name = name;
    this.#parts = parts;
    this.#lines = lines.length;
    this.#hasRemovals = lines.some((line) => line.startsWith('-'));
    for (const step of stepsOfNotes(lines)) this.#queue.add(step, Date.now());
    this.#start();
  }

  get pending(): number {
    return this.#queue.size;
  }

  get pendingSince(): number | null {
    return this.#queue.since;
  }

  sourceChanged(isChanged: (key: string) => boolean): void {
    this.#queue.sourceChanged(isChanged);
  }

  touches(key: string): boolean {
    return this.#queue.touches(key);
  }

  /**
   * Does something in the near place and has it done in the far one. It is noted before, so that neither a failure nor a kill in
   * between is forgotten.
   * @param stepOf what is left to do in the far place; null: nothing
   */
  async change<T>(
    sign: NoteSign,
    name: string,
    work: () => Promise<T>,
    stepOf: (result: T) => Step | null,
  ): Promise<T> {
    this.#begun += 1;
    try {
      await this.#note(sign, name);
      const result = await work();
      const step = stepOf(result);
      if (step !== null) this.#queue.add(step, Date.now());
      // That this is not noted means that it is done once more.
      else await this.#note('=', name).catch(() => {});
      return result;
    } finally {
      this.#begun -= 1;
      this.#start();
    }
  }

  /** Notes that all of these are missing in the far place, and brings them there. */
  async addAll(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#inTurn(async () => {
      this.#lines += keys.length;
      await this.#parts.notes.append(this.#name, keys.map((key) => `+ ${key}`).join('\n'));
    });
    for (const key of keys) this.#queue.add({ kind: 'put', key }, Date.now());
    this.#start();
  }

  /** Has something done in the far place that is not noted. */
  add(step: Step): void {
    this.#queue.add(step, Date.now());
    this.#start();
  }

  /** Resolves when everything is in the far place. @throws what the next attempt fails with */
  async settle(): Promise<void> {
    while (this.#queue.size > 0) {
      const attempt = new Promise<unknown>((resolve) => this.#attempts.push(resolve));
      this.#start();
      this.#wake.abort();
      const error = await attempt;
      if (error !== null) throw error;
    }
  }

  /**
   * Has everything brought to the far place, and forgets what was noted, so that what is written there by others is never undone.
   * @throws when the far place does not take it
   */
  async hand(): Promise<void> {
    await this.settle();
    if (!this.#hasRemovals) return;
    for (let attempt = 1; this.#hasRemovals; attempt++) {
      if (attempt > 1) await this.settle();
      await this.#clear();
      if (attempt === 20)
        throw new BackupError('archive_failed', `The backups of ${this.#name} change too fast.`);
    }
  }

  /**
   * Ends the work. What is left is noted.
   * @param patienceMs how long to wait for a step that is at work. One that takes longer ends by itself, and is done again next time.
   */
  async close(patienceMs = Number.POSITIVE_INFINITY): Promise<void> {
    this.#isClosed = true;
    this.#wake.abort();
    const work = (this.#work ?? Promise.resolve()).then(() => true);
    const isOver = Number.isFinite(patienceMs)
      ? await Promise.race([work, sleep(patienceMs, false, { ref: false })])
      : await work;
    if (isOver) await this.#clear().catch(() => {});
    await this.#notesEnd;
  }

  #note(sign: NoteSign, name: string): Promise<void> {
    return this.#inTurn(async () => {
      if (sign !== '=' && this.#noted.get(name) === sign) return;
      if (sign === '=' && !this.#noted.has(name)) return;
      // What fails halfway may be there or not.
      this.#noted.delete(name);
      this.#lines += 1;
      if (sign === '-') {
        this.#hasRemovals = true;
        this.#noted.clear();
      }
      await this.#parts.notes.append(this.#name, `${sign} ${name}`);
      if (sign === '+' || sign === '~') this.#noted.set(name, sign);
    });
  }

  /** Nothing is missing elsewhere: the notes end. */
  #clear(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#queue.size > 0 || this.#begun > 0 || this.#lines === 0) return;
      this.#noted.clear();
      await this.#parts.notes.clear(this.#name);
      this.#lines = 0;
      this.#hasRemovals = false;
    });
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const result = this.#notesEnd.then(task);
    this.#notesEnd = result.catch(() => {});
    return result;
  }

  #start(): void {
    if (this.#work !== null || this.#isClosed || this.#queue.size === 0) return;
    this.#work = this.#follow().finally(() => {
      this.#work = null;
      this.#start();
    });
  }

  async #follow(): Promise<void> {
    for (let failures = 0; !this.#isClosed; ) {
      const step = this.#queue.first();
      if (step === null) break;
      try {
        await this.#do(step);
        this.#queue.done(step);
        failures = 0;
        this.problem = null;
        if (this.#queue.size === 0) this.#tell(null);
      } catch (error) {
        failures += 1;
        this.problem = error;
        if (failures === 2)
          this.#parts.log('warn', { err: error, of: this.#name }, 'backups do not reach the bucket for now');
        this.#wake = new AbortController();
        this.#tell(error);
        const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
        if (!this.#isClosed)
          await sleep(waitMs, undefined, { signal: this.#wake.signal, ref: false }).catch(() => {});
      }
    }
    this.#tell(this.#queue.size === 0 ? null : new BackupError('archive_failed', 'The copy was closed.'));
    if (this.#lines > MOST_LINES && !this.#isClosed) await this.#clear().catch(() => {});
  }

  #tell(error: unknown): void {
    for (const told of this.#attempts.splice(0)) told(error);
  }

  async #do(step: Step): Promise<void> {
    const { near, far } = this.#parts;
    if (step.kind === 'remove') return far.remove(step.prefix);
    if (step.kind === 'copy' && !this.#parts.isPending(step.from)) {
      const wanted = await near.stat(step.key);
      if (wanted === null) return;
      const there = await far.stat(step.from);
      if (there !== null && there.bytes === wanted.bytes) return far.copy(step.from, step.key);
    }
    if (step.kind === 'grow') {
      if (step.parts === undefined) {
        const content = await near.read(step.key).then(buffer).catch(nullIfNotFound);
        const bytes = content?.subarray(step.start, step.end);
        if (bytes !== undefined && bytes.length > 0) await far.write(step.key, step.start, bytes);
      } else for (const { offset, bytes } of step.parts) await far.write(step.key, offset, bytes);
      return;
    }
    const content = (step.kind === 'put' ? step.bytes : undefined) ?? (await read(near, step.key));
    // What is not here any more is removed there in its turn.
    if (content === null) return;
    try {
      await far.put(step.key, content);
    } finally {
      // One that gave up before its end has left the file open.
      if (!Buffer.isBuffer(content)) content.destroy();
    }
  }
}

const read = (store: BackupStore, key: string) => store.read(key).catch(nullIfNotFound);

function nullIfNotFound(error: unknown): null {
  if (error instanceof BackupError && error.code === 'not_found') return null;
  throw error;
}
