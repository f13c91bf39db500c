import type { ConnectionTarget } from '@basalt/postgres';
import { sqlPagesShare } from '@basalt/project';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { SqlConnections } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { readyDatabase } from './ready-database.ts';
import { OWNER_ROLE, SQL_PAGES_ROLE } from './roles.ts';
import { maxConnectionsOf } from './sizes.ts';

const PATIENCE_MS = 5_000;
/** More would not get their turn in time anyway. */
const MAX_WAITING = 50;

interface Places {
  taken: number;
  /** Who waits longest stands first. Each is called when it has a place. */
  readonly waiting: Set<() => void>;
}

/** Counts, for each project, the connections that SQL pages hold, and lets nobody have more than their share. */
export class ProjectConnections implements SqlConnections {
  readonly #patienceMs: number;
  readonly #projects = new Map<string, Places>();

  constructor({ patienceMs = PATIENCE_MS }: { patienceMs?: number } = {}) {
    this.#patienceMs = patienceMs;
  }

  async take(ref: string, share: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const places = this.#projects.get(ref) ?? { taken: 0, waiting: new Set() };
    this.#projects.set(ref, places);
    if (places.taken < share) places.taken += 1;
    else await this.#wait(places, share, signal);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#giveBack(ref, places);
    };
  }

  #wait({ waiting }: Places, share: number, signal: AbortSignal | undefined): Promise<void> {
    if (waiting.size >= MAX_WAITING) throw allInUse(share);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Out of the queue at once: whoever gives a place back must not give it to somebody who left.
    const leave = (reason: unknown) => {
      waiting.delete(resolve);
      reject(reason);
    };
    const onAbort = () => leave(signal?.reason);
    const timer = setTimeout(() => leave(allInUse(share)), this.#patienceMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    waiting.add(resolve);
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    });
  }

  #giveBack(ref: string, places: Places): void {
    for (const next of places.waiting) {
      places.waiting.delete(next);
      next();
      return;
    }
    places.taken -= 1;
    if (places.taken === 0) this.#projects.delete(ref);
  }
}

function allInUse(share: number): PlatformError {
  return new PlatformError(
    'unavailable',
    `All ${share} connections that Basalt keeps for SQL pages of this project are in use. Wait until a query has ended, end one under “Running queries” in the SQL editor, or choose a larger compute size.`,
  );
}

/**
 * `readyDatabase` for SQL pages: with one of the connections that the project keeps for them, also where the project's people
 * have taken all of theirs.
 * @returns `release`, to be called when the connection has ended
 * @throws PlatformError as `readyDatabase`, and `unavailable` when no connection gets free within seconds
 */
export async function sqlDatabase(
  dependencies: Pick<Dependencies, 'sqlConnections'> & Parameters<typeof readyDatabase>[0],
  project: ProjectRow,
  role: string,
  signal?: AbortSignal,
): Promise<{ target: ConnectionTarget; release: () => void }> {
  const target = await readyDatabase(dependencies, project, role);
  const share = sqlPagesShare(maxConnectionsOf(project));
  const release = await dependencies.sqlConnections.take(project.ref, share, signal);
  return { target: role === OWNER_ROLE ? { ...target, standIn: SQL_PAGES_ROLE } : target, release };
}
