import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterError } from '../driver.ts';
import { KINDS, type KindName, type KubernetesObject } from './kinds.ts';
import type { KubernetesApi } from './kubernetes-api.ts';
import { isPassing, RefusedError, toClusterError } from './refusals.ts';

/** How often something is tried, and how patiently. Times in milliseconds. */
export interface Patience {
  /** Attempts at one change before it is given up. */
  attempts: number;
  /** Before the second attempt; it doubles with each. */
  firstPauseMs: number;
  longestPauseMs: number;
}

export const USUAL_PATIENCE: Patience = { attempts: 8, firstPauseMs: 200, longestPauseMs: 15_000 };

/** Every object of ours has this label, with the ref of the project whose it is. */
export const PROJECT_LABEL = 'basalt.dev/project';
/** And this one, with the value {@link MANAGED_BY}. */
export const MANAGED_BY_LABEL = 'app.kubernetes.io/managed-by';
export const MANAGED_BY = 'basalt';

export function labelsOf(ref: string): Record<string, string> {
  return { [MANAGED_BY_LABEL]: MANAGED_BY, [PROJECT_LABEL]: ref };
}

/**
 * The objects of one project. Every change reads first and writes what differs: so it may be repeated after an answer that was lost, a
 * conflict with somebody else's change, or a killed process. An object that has not the project's labels is never touched.
 */
export class OwnObjects {
  readonly #api: KubernetesApi;
  readonly #ref: string;
  readonly #patience: Patience;

  constructor(api: KubernetesApi, ref: string, patience: Patience) {
    this.#api = api;
    this.#ref = ref;
    this.#patience = patience;
  }

  /** Null: there is none. @throws {ClusterError} `bad_request`: it is somebody else's */
  async read<T extends KubernetesObject>(kind: KindName, name: string): Promise<T | null> {
    return this.#repeat(() => this.#read<T>(kind, name));
  }

  /**
   * Asks whether an object could be made in the place of one that is there, of which nothing is touched.
   * @throws {ClusterError} a rule of the cluster refuses it
   */
  async tryOut(kind: KindName, object: KubernetesObject): Promise<void> {
    const { metadata } = object;
    // Names are taken as long as their objects are there.
    const apart = { ...object, metadata: { ...metadata, name: `${metadata.name}-try` } };
    await this.#repeat(() => this.#api.tryCreate(kind, apart));
  }

  /** Makes an object if it is not there. One that is there stays as it is. */
  async ensure<T extends KubernetesObject>(kind: KindName, object: T): Promise<T> {
    const { name } = object.metadata;
    return this.#repeat(async () => {
      const present = await this.#read<T>(kind, name);
      if (present?.metadata.deletionTimestamp !== undefined)
        throw new ClusterError(
          'start_failed',
          `${KINDS[kind].kind} ${name} is being deleted. Wait until it is gone, or see what keeps it.`,
        );
      return present ?? (await this.#api.create<T>(kind, object));
    });
  }

  /**
   * Changes an object.
   * @param changeOf what to change of its present state, as a merge patch; null: nothing, it is as it should be
   * @throws {ClusterError} `not_found`
   */
  async change<T extends KubernetesObject>(
    kind: KindName,
    name: string,
    changeOf: (present: T) => Record<string, unknown> | null,
  ): Promise<T> {
    return this.#repeat(async () => {
      const present = await this.#read<T>(kind, name);
      if (present === null) throw missing(kind, name);
      const change = changeOf(present);
      return change === null ? present : await this.#api.patch<T>(kind, present, change);
    });
  }

  /** Deletes an object. None is fine. It may be there for some time yet. */
  async remove(kind: KindName, name: string): Promise<void> {
    await this.#repeat(async () => {
      const present = await this.#read(kind, name);
      if (present === null || present.metadata.deletionTimestamp !== undefined) return;
      await this.#api.delete(kind, present);
    });
  }

  /** Deletes all of a kind that have the project's labels. */
  async removeAll(kind: KindName): Promise<void> {
    for (const { metadata } of await this.list(kind)) await this.remove(kind, metadata.name);
  }

  async list<T extends KubernetesObject>(kind: KindName): Promise<T[]> {
    const selector = Object.entries(labelsOf(this.#ref)).map(([key, value]) => `${key}=${value}`);
    return this.#repeat(async () => (await this.#api.list<T>(kind, selector.join(','))).items);
  }

  /**
   * Waits until an object is as it should be, looking at each of its states once.
   * @param look what was waited for; undefined: not yet. It is given null when the object is not there
   * @returns with `late`, and what the object was last, when the time is up
   * @throws whatever `look` throws
   */
  async until<T extends KubernetesObject, R>(
    kind: KindName,
    name: string,
    look: (present: T | null) => R | undefined,
    withinMs: number,
  ): Promise<{ found: R } | { late: T | null }> {
    const over = AbortSignal.timeout(withinMs);
    let last: T | null = null;
    while (true) {
      last = await this.read<T>(kind, name);
      let found = look(last);
      if (found !== undefined) return { found };
      // What is not there has no version to begin at, and is looked for again.
      const events = last === null ? [] : this.#follow<T>(kind, last, over);
      for await (const present of events) {
        last = present;
        found = look(present);
        if (found !== undefined) return { found };
      }
      if (over.aborted) return { late: last };
      // The watch has ended, or its version is too old: the object is read anew, and watched from there.
      await pause(this.#patience.firstPauseMs, over);
    }
  }

  /** The states of an object after the one given; null when it has gone. Ends when it has to be read anew. */
  async *#follow<T extends KubernetesObject>(
    kind: KindName,
    from: T,
    signal: AbortSignal,
  ): AsyncGenerator<T | null, void> {
    let version = from.metadata.resourceVersion ?? '';
    for (let broken = 0; broken < this.#patience.attempts; broken++) {
      try {
        for await (const { type, object } of this.#api.watch(kind, from.metadata.name, version, signal)) {
          // 410 and others: the version is not known any more.
          if (type === 'ERROR') return;
          version = object.metadata.resourceVersion ?? version;
          broken = 0;
          if (type === 'DELETED') {
            yield null;
            return;
          }
          if (type !== 'BOOKMARK') yield this.#own(kind, object as T);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof RefusedError && error.refusal.code === 410) return;
        if (!isPassing(error)) throw toClusterError(error);
        await pause(waitFor(error) ?? pauseAfter(broken + 1, this.#patience), signal);
      }
      if (signal.aborted) return;
    }
  }

  async #read<T extends KubernetesObject>(kind: KindName, name: string): Promise<T | null> {
    const present = await this.#api.get<T>(kind, name);
    return present === null ? null : this.#own(kind, present);
  }

  #own<T extends KubernetesObject>(kind: KindName, present: T): T {
    const { name, labels = {} } = present.metadata;
    const isOurs = Object.entries(labelsOf(this.#ref)).every(([key, value]) => labels[key] === value);
    if (isOurs) return present;
    throw new ClusterError(
      'bad_request',
      `${KINDS[kind].kind} ${name} in the namespace ${this.#api.namespace} was not made for this project, and stays as it is. Rename it, or use another namespace.`,
    );
  }

  #repeat<R>(attempt: () => Promise<R>): Promise<R> {
    return repeat(this.#patience, attempt);
  }
}

const LONGEST_WAIT_MS = 60_000;

/**
 * Tries again what another attempt may settle, as late as the server asks for.
 * @throws {ClusterError} what no attempt settles, or none has
 */
export async function repeat<R>(patience: Patience, attempt: () => Promise<R>): Promise<R> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error) || tried >= patience.attempts) throw toClusterError(error);
      await sleep(waitFor(error) ?? pauseAfter(tried, patience));
    }
  }
}

/** Differs from one process to another, so that those who have met once do not meet again. */
function pauseAfter(tried: number, { firstPauseMs, longestPauseMs }: Patience): number {
  return Math.min(firstPauseMs * 2 ** (tried - 1), longestPauseMs) * (0.5 + Math.random() / 2);
}

function waitFor(error: unknown): number | null {
  const asked = error instanceof RefusedError ? error.refusal.retryAfterMs : null;
  return asked === null ? null : Math.min(asked, LONGEST_WAIT_MS);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}

function missing(kind: KindName, name: string): ClusterError {
  return new ClusterError(
    'not_found',
    `${KINDS[kind].kind} ${name} is not there any more. Somebody has deleted it in Kubernetes.`,
  );
}
