import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type CountedFigure, PEAK_CONNECTIONS, type RealtimeCount, type UsageBatch } from '@basalt/project';

/** Counts wait so long to be written together. A kill loses at most these, and those that are on their way. */
const FLUSH_MS = 5_000;

/** Counts in memory what projects use. Nothing here waits for anything. */
export interface UsageCounts {
  /** A request comes over this connection: what it wrote before was in answer to others. */
  begin(connection: Socket): void;
  /** A request that began came to its end. Bytes are counted where the connection leads out of the project. */
  request(ref: string, service: string, connection: Socket): void;
  /** The same for one that does not count, nor do its bytes. */
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

/** What a connection had written when it was looked at last, and how many of its requests are at work. */
interface Seen {
  bytes: number;
  requests: number;
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
  const connections = new WeakMap<Socket, Seen>();
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

  const seenOf = (connection: Socket): Seen => {
    let seen = connections.get(connection);
    if (seen === undefined) {
      seen = { bytes: connection.bytesWritten, requests: 0 };
      connections.set(connection, seen);
    }
    return seen;
  };

  /** Bytes that a connection wrote since it was looked at last. */
  const growth = (connection: Socket): number => {
    const { bytesWritten } = connection;
    const seen = seenOf(connection);
    const grown = bytesWritten - seen.bytes;
    seen.bytes = bytesWritten;
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
    begin(connection) {
      const seen = seenOf(connection);
      // Of several at once, which browsers do not send, the first to end takes what all of them got.
      if (seen.requests === 0) seen.bytes = connection.bytesWritten;
      seen.requests += 1;
    },
    request(ref, service, connection) {
      seenOf(connection).requests -= 1;
      add(of(ref), `${service}_requests`, 1);
      addBytes(ref, service, connection);
    },
    uncounted(connection) {
      seenOf(connection).requests -= 1;
      growth(connection);
    },
    upgraded(ref, service, connection) {
      seenOf(connection);
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
