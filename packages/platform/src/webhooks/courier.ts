import type { ClientBase } from 'pg';
import type { ProjectRow } from '../kernel/schema.ts';
import type { Turns } from '../kernel/turns.ts';
import {
  type HookClient,
  type HookDependencies,
  openHookConnection,
  withHookTables,
} from './hook-connection.ts';
import {
  msUntilNext,
  pruneAnswers,
  type QueuedRequest,
  readDueRequest,
  usesWebhooks,
  writeAnswer,
  writeRetry,
} from './queue-rows.ts';
import { type Outcome, pauseAfter } from './retries.ts';
import { sendQueued } from './send.ts';

/** Of one project at a time. */
const AT_ONCE = 4;
const LONGEST_SLEEP_MS = 60_000;

/** An attempt that has ended, before it is written down. */
export interface Attempt {
  readonly id: string;
  readonly attempts: number;
  readonly tookMs: number;
  readonly outcome: Outcome;
}

export interface CourierOptions {
  readonly dependencies: HookDependencies;
  readonly project: ProjectRow;
  readonly turns: Turns;
  readonly pauses: readonly number[];
  /** Attempts that the database has not taken yet. They outlive the courier, so that nothing is sent again for that. */
  readonly unwritten: Map<string, Attempt>;
  /** Called once when it cannot go on; null: it was ended. */
  readonly ended: (error: unknown) => void;
}

/**
 * Sends the requests of one project while its connection lasts: those that are due, in the order in which they were queued, a few at a
 * time. What was sent and could not be written down is kept, and nothing else is sent until it is.
 */
export class Courier {
  readonly #options: CourierOptions;
  readonly #ending = new AbortController();
  readonly #atWork = new Set<Promise<void>>();
  readonly #underWay = new Set<string>();
  #client: HookClient | null = null;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Number.POSITIVE_INFINITY;
  /** There may be something that nobody has asked for yet. */
  #mayHaveMore = true;
  #isLeaving = false;
  /** One question at a time: two must not find the same request. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /** Throws when there is no connection. */
  async open(): Promise<void> {
    const { dependencies, project, unwritten } = this.#options;
    const client = await openHookConnection(dependencies, project, () => this.wake());
    this.#client = client;
    client.on('end', () => this.#fail(new Error('The connection ended.')));
    for (const attempt of unwritten.values()) await this.#write(client, attempt);
    this.wake();
  }

  /** Something may be due. */
  wake(): void {
    this.#mayHaveMore = true;
    this.#start();
  }

  /** Deletes what is old. Answers whether the project still has anything to do with webhooks. */
  async keepOrder(): Promise<boolean> {
    return this.#ask(async (client) => {
      await pruneAnswers(client);
      return usesWebhooks(client);
    });
  }

  /** Takes no more requests, and ends those under way after `patience`. What they did is then asked again. */
  async end(patience: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.#isLeaving = true;
    clearTimeout(this.#timer);
    const isEnded = this.#ending.signal.aborted;
    await Promise.race([Promise.all(this.#atWork), patience]);
    this.#ending.abort();
    if (!isEnded) this.#client?.end().catch(() => {});
  }

  #start(): void {
    if (!this.#goesOn || this.#atWork.size >= AT_ONCE) return;
    const work: Promise<void> = this.#work()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#atWork.delete(work);
        // A notice may have come between the last question and the end.
        this.#start();
      });
    this.#atWork.add(work);
  }

  get #goesOn(): boolean {
    return this.#mayHaveMore && !this.#isLeaving && !this.#ending.signal.aborted;
  }

  async #work(): Promise<void> {
    while (this.#goesOn) {
      const release = await this.#options.turns.take();
      try {
        const request = await this.#ask((client) => this.#next(client));
        if (request === null) return;
        this.#start();
        await this.#deliver(request).finally(() => this.#underWay.delete(request.id));
      } finally {
        release();
      }
    }
  }

  async #next(client: ClientBase): Promise<QueuedRequest | null> {
    this.#mayHaveMore = false;
    const request = await readDueRequest(client, [...this.#underWay]);
    if (request === null) {
      this.#sleep(await msUntilNext(client));
      return null;
    }
    this.#mayHaveMore = true;
    this.#underWay.add(request.id);
    return request;
  }

  async #deliver(request: QueuedRequest): Promise<void> {
    const { dependencies, unwritten, project } = this.#options;
    const began = performance.now();
    const outcome = await sendQueued(dependencies, project.ref, request, this.#ending.signal);
    // It was broken off by us: it stays in the queue.
    if (this.#ending.signal.aborted && outcome.kind === 'failure') return;
    const attempt = {
      id: request.id,
      attempts: request.attempts + 1,
      tookMs: performance.now() - began,
      outcome,
    };
    unwritten.set(attempt.id, attempt);
    try {
      await this.#ask((client) => this.#write(client, attempt));
    } catch (error) {
      await withHookTables(dependencies, project, (client) => this.#write(client, attempt)).catch(() => {
        // The next courier writes it first.
      });
      throw error;
    }
  }

  async #write(client: ClientBase, attempt: Attempt): Promise<void> {
    const { pauses, unwritten } = this.#options;
    const pauseMs = pauseAfter(attempt.outcome, attempt.attempts, pauses);
    if (pauseMs === null) await writeAnswer(client, attempt);
    else {
      await writeRetry(client, { ...attempt, pauseMs });
      this.#sleep(pauseMs);
    }
    unwritten.delete(attempt.id);
  }

  #ask<T>(ask: (client: ClientBase) => Promise<T>): Promise<T> {
    const answer = this.#last.then(() => {
      if (this.#client === null || this.#ending.signal.aborted) throw new Error('The connection ended.');
      return ask(this.#client);
    });
    this.#last = answer.catch(() => {});
    return answer;
  }

  #sleep(ms: number | null): void {
    if (ms === null || this.#ending.signal.aborted) return;
    // A little late, so that it is due by the database's clock.
    const pause = Math.min(LONGEST_SLEEP_MS, ms + 5);
    const at = performance.now() + pause;
    if (at >= this.#wakesAt) return;
    clearTimeout(this.#timer);
    this.#wakesAt = at;
    this.#timer = setTimeout(() => {
      this.#wakesAt = Number.POSITIVE_INFINITY;
      this.wake();
    }, pause).unref();
  }

  #fail(error: unknown): void {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    clearTimeout(this.#timer);
    this.#client?.end().catch(() => {});
    this.#options.ended(error);
  }
}
