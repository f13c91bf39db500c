import { setTimeout as sleep } from 'node:timers/promises';
import { sentenceOf } from '../kernel/failures.ts';
import type { Webhooks } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { Turns } from '../kernel/turns.ts';
import { ACTIVE_STATUSES } from '../projects/transitions.ts';
import { type Attempt, Courier } from './courier.ts';
import { type HookDependencies, withHookTables } from './hook-connection.ts';
import { ownerOfHookTables, usesWebhooks } from './queue-rows.ts';
import { RETRY_PAUSES_MS } from './retries.ts';

/** Of all projects at a time: so many bodies and answers are in memory. */
const AT_ONCE = 100;
/** After a connection that broke, twice as long each time. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** How often old answers are deleted, and a project that has no webhooks any more gets its connection back. */
const KEEP_ORDER_EVERY_MS = 10 * 60_000;
/** How long the end of the platform waits for answers. */
const GOODBYE_MS = 3_000;

/** What is known of a project's webhooks. */
interface Known {
  readonly ref: string;
  /** How much had changed in its server when it was last asked; undefined: not yet, or in vain. */
  changed: number | null | undefined;
  courier: Courier | null;
  orderedAt: number;
  failures: number;
  retry: NodeJS.Timeout | undefined;
  problem: string | null;
  readonly unwritten: Map<string, Attempt>;
  /** One look at a time. */
  last: Promise<unknown>;
  isLookWaiting: boolean;
}

export interface RunningWebhooks extends Webhooks {
  /**
   * To be called once a minute for every running project. It is asked whether it has webhooks when it was not known before, or something
   * has changed since: a project that rests costs nothing.
   */
  readonly looked: (project: Pick<ProjectRow, 'id' | 'ref'>, changedBytes: number | null) => void;
  stop: () => Promise<void>;
}

/** Sends the requests of all running projects that use webhooks; each of them has a connection that hears of new ones. */
export function startWebhooks(
  dependencies: HookDependencies,
  { pauses = RETRY_PAUSES_MS }: { pauses?: readonly number[] } = {},
): RunningWebhooks {
  const { db, log } = dependencies;
  const projects = new Map<number, Known>();
  const turns = new Turns(AT_ONCE);
  let isStopped = false;

  function knownOf({ id, ref }: Pick<ProjectRow, 'id' | 'ref'>): Known {
    const known = projects.get(id) ?? {
      ref,
      changed: undefined,
      courier: null,
      orderedAt: 0,
      failures: 0,
      retry: undefined,
      problem: null,
      unwritten: new Map(),
      last: Promise.resolve(),
      isLookWaiting: false,
    };
    projects.set(id, known);
    return known;
  }

  /** Never throws. */
  function visit(id: number): void {
    const known = projects.get(id);
    if (known === undefined || known.isLookWaiting || isStopped) return;
    known.isLookWaiting = true;
    known.last = known.last.then(async () => {
      known.isLookWaiting = false;
      try {
        if (!isStopped) await look(id, known);
      } catch (error) {
        known.changed = undefined;
        // Without webhooks there is nothing to be late for: the next minute tries again.
        if (known.failures > 0 || known.unwritten.size > 0) failed(id, known, error);
        else known.problem = sentenceOf(error) ?? 'The database did not answer.';
      }
    });
  }

  async function look(id: number, known: Known): Promise<void> {
    const project = await db
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', id)
      .where('status', 'in', ACTIVE_STATUSES)
      .where('attached_version', 'is', null)
      .executeTakeFirst();
    if (project === undefined) return forget(id, known);
    if (known.courier !== null) return lookAgain(known, known.courier);
    const isUsed = await withHookTables(
      dependencies,
      project,
      async (client) => (await ownerOfHookTables(client)) === 'basalt' && (await usesWebhooks(client)),
    );
    known.problem = null;
    if (isUsed) await openCourier(project, known);
    else known.failures = 0;
  }

  async function openCourier(project: ProjectRow, known: Known): Promise<void> {
    // Until it is open, each failure is one that is tried again.
    known.failures += 1;
    const { unwritten } = known;
    const ended = (error: unknown) => {
      if (known.courier !== courier) return;
      known.courier = null;
      failed(project.id, known, error);
    };
    const courier = new Courier({ dependencies, project, turns, pauses, unwritten, ended });
    known.courier = courier;
    try {
      await courier.open();
      known.failures = 0;
    } catch (error) {
      if (known.courier === courier) known.courier = null;
      await courier.end();
      throw error;
    }
  }

  async function lookAgain(known: Known, courier: Courier): Promise<void> {
    known.problem = null;
    courier.wake();
    if (Date.now() - known.orderedAt < KEEP_ORDER_EVERY_MS) return;
    known.orderedAt = Date.now();
    if (await courier.keepOrder()) return;
    known.courier = null;
    await courier.end();
  }

  function failed(id: number, known: Known, error: unknown): void {
    known.problem = sentenceOf(error) ?? 'The database did not answer.';
    log('debug', { err: error, ref: known.ref }, 'webhooks of a project wait for its database');
    if (isStopped) return;
    known.failures += 1;
    clearTimeout(known.retry);
    const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(known.failures - 1, 10));
    known.retry = setTimeout(() => visit(id), pause).unref();
  }

  async function forget(id: number, known: Known): Promise<void> {
    projects.delete(id);
    clearTimeout(known.retry);
    const { courier } = known;
    known.courier = null;
    await courier?.end();
  }

  return {
    looked: (project, changedBytes) => {
      if (isStopped) return;
      const known = knownOf(project);
      const isOrderDue = known.courier !== null && Date.now() - known.orderedAt >= KEEP_ORDER_EVERY_MS;
      if (!isOrderDue && changedBytes !== null && known.changed === changedBytes) return;
      known.changed = changedBytes;
      visit(project.id);
    },
    changed: (project) => {
      knownOf(project);
      visit(project.id);
    },
    problemOf: (projectId) => projects.get(projectId)?.problem ?? null,
    stop: async () => {
      isStopped = true;
      const goodbye = sleep(GOODBYE_MS, undefined, { ref: false });
      await Promise.all(
        [...projects.values()].map(async ({ courier, retry }) => {
          clearTimeout(retry);
          await courier?.end(goodbye);
        }),
      );
    },
  };
}
