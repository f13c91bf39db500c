import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type CountedFigure, PEAK_CONNECTIONS, type RealtimeCount, type UsageBatch } from '@basalt/project';

/** Counts wait so long to be written together. A kill loses at most these, and those that are on their way. */
const FLUSH_MS = 5_000;

/** Counts in memory what projects use. Nothing here waits for anything. */
export interface UsageCounts {
  /** A request that came to its end over this connection. Bytes are counted where it leads out of the project. */
  request(ref: string, service: string, connection: Socket): void;
  /** A request that does not count: what was sent in answer to it does not either. */
  uncounted(connection: Socket): void;
  /** A connection that stays: its bytes are counted until it ends. */
  upgraded(ref: string, service: string, connection: Socket): void;
  realtime(ref: string, count: Pick<RealtimeCount, 'sockets' | 'received' | 'sent'>): void;
  activeUser(ref: string, userId: string): void;
  /** Writes what waits. */
  close(): Promise<void>;
}

export interface UsageCountsOptions {
  /** Rejects when the batch may not have been written: it is sent again, as it is. */
  write(batch: UsageBatch): Promise<void>;
  onError(error: unknown): void;
  /** Connections from inside of a project, whose bytes go nowhere. */
  isInside?: ((connection: Socket) => boolean) | undefined;
  flushMs?: number;
  now?: () => number;
}

interface OfProject {
  figures: Map<CountedFigure, number>;
  users: Set<string>;
}

/** Counts, and writes every few seconds what was counted since. */
export function openUsageCounts({
  write,
  onError,
  isInside = () => false,
  flushMs = FLUSH_MS,
  now = Date.now,
}: UsageCountsOptions): UsageCounts {
  const source = randomUUID();
  /** What each connection had written when it was looked at last. */
  const seen = new WeakMap<Socket, number>();
  const staying = new Map<Socket, { ref: string; service: string }>();
  let counted = new Map<string, OfProject>();
  let waiting: UsageBatch | null = null;
  let number = 0;
  let writing: Promise<void> = Promise.resolve();

  const of = (ref: string): OfProject => {
    let project = counted.get(ref);
    if (project === undefined) {
      project = { figures: new Map(), users: new Set() };
      counted.set(ref, project);
    }
    return project;
  };
  const add = ({ figures }: OfProject, figure: CountedFigure, value: number) =>
    figures.set(figure, (figures.get(figure) ?? 0) + value);

  /** Bytes that a connection wrote since it was looked at last. */
  const growth = (connection: Socket): number => {
    const { bytesWritten } = connection;
    const grown = bytesWritten - (seen.get(connection) ?? 0);
    seen.set(connection, bytesWritten);
    return grown;
  };

  const addBytes = (ref: string, service: string, connection: Socket) => {
    const bytes = growth(connection);
    if (bytes > 0 && !isInside(connection)) add(of(ref), `${service}_egress_bytes`, bytes);
  };

  const take = (): UsageBatch | null => {
    for (const [connection, { ref, service }] of staying) addBytes(ref, service, connection);
    if (counted.size === 0) return null;
    const projects = [...counted];
    counted = new Map();
    number += 1;
    return {
      source,
      number,
      day: new Date(now()).toISOString().slice(0, 10),
      counts: projects.flatMap(([ref, { figures }]) =>
        [...figures].map(([figure, value]) => ({ ref, figure, value })),
      ),
      activeUsers: projects.flatMap(([ref, { users }]) => [...users].map((userId) => ({ ref, userId }))),
    };
  };

  const flush = () => {
    writing = writing
      .then(async () => {
        waiting ??= take();
        if (waiting === null) return;
        await write(waiting);
        waiting = null;
      })
      .catch(onError);
    return writing;
  };
  const timer = setInterval(flush, flushMs).unref();

  return {
    request(ref, service, connection) {
      add(of(ref), `${service}_requests`, 1);
      addBytes(ref, service, connection);
    },
    uncounted(connection) {
      growth(connection);
    },
    upgraded(ref, service, connection) {
      staying.set(connection, { ref, service });
      connection.once('close', () => {
        addBytes(ref, service, connection);
        staying.delete(connection);
      });
    },
    realtime(ref, { sockets, received, sent }) {
      const project = of(ref);
      if (received + sent > 0) add(project, 'realtime_messages', received + sent);
      const peak = Math.max(sockets, project.figures.get(PEAK_CONNECTIONS) ?? 0);
      if (peak > 0) project.figures.set(PEAK_CONNECTIONS, peak);
    },
    activeUser(ref, userId) {
      of(ref).users.add(userId);
    },
    async close() {
      clearInterval(timer);
      await flush();
      // One that was on its way may have taken the turn of what came after it.
      await flush();
    },
  };
}
