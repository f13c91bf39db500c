import { availableParallelism } from 'node:os';
import { connect } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { takeOverStream } from '../connections/guarded-socket.ts';
import { QueryError } from '../errors/query-error.ts';
import { checkStatements } from './check-statements.ts';
import { ConnectionPool } from './connection-pool.ts';
import { MessageEncoder } from './message-encoder.ts';
import type { Pipeline } from './pipeline.ts';
import { type ConnectionLimits, PipelineConnection } from './pipeline-connection.ts';
import type { ResultRoom } from './result-too-large.ts';
import { runAndDecide } from './run-and-decide.ts';
import { runGroup } from './run-group.ts';
import { isStaleStatement } from './stale-statement.ts';

export interface PipelineOptions {
  /** Connections that short groups share; default as many as the machine has processors, from 2 to 8. */
  readonly shortConnections?: number;
  /** Short groups in flight on one connection, default 16. */
  readonly depth?: number;
  /** Connections for long groups, default 12: commits that come together share one write to disk. */
  readonly longConnections?: number;
  /** Unused connections are closed after this time and at most half of it more, default 30,000. */
  readonly idleTimeoutMs?: number;
  /** How long a group may wait for a connection, default 10,000. */
  readonly acquireTimeoutMs?: number;
  /** Prepared statements kept per connection, default 128. */
  readonly statementCacheSize?: number;
  /** Rows of one group in bytes, default 256 MB. More is an error (54000), never a cut. */
  readonly maxResultBytes?: number;
  /** Shared with other pipelines: where large results find room while they arrive. Default: there always is. */
  readonly room?: ResultRoom;
}

const MAX_CONNECT_MS = 5000;

/** Groups of statements to one database, many in flight at once. Nothing is connected yet when it returns. */
export function openPipeline(target: ConnectionTarget, options: PipelineOptions = {}): Pipeline {
  const { idleTimeoutMs = 30_000, acquireTimeoutMs = 10_000 } = options;
  const { statementCacheSize = 128, maxResultBytes = 256 * 1024 * 1024, room } = options;
  const encoder = new MessageEncoder();
  // Less than the time to wait, so that a database that is away is told from one that is busy.
  const connectTimeoutMs = Math.min(MAX_CONNECT_MS, acquireTimeoutMs / 2);
  const limits = { connectTimeoutMs, statementCacheSize, maxResultBytes };
  const shared = {
    idleTimeoutMs,
    acquireTimeoutMs,
    connect: (signal: AbortSignal) => openConnection(target, encoder, { ...limits, signal }),
  };
  const short = new ConnectionPool({
    ...shared,
    connections: options.shortConnections ?? usualConnections(),
    depth: options.depth ?? 16,
  });
  const long = new ConnectionPool({ ...shared, connections: options.longConnections ?? 12, depth: 1 });

  return {
    run(statements, { pool, signal }) {
      const refused = checkStatements(statements);
      if (refused !== null) return Promise.reject(refused);
      const alone = pool === 'long';
      return runGroup(alone ? long : short, statements, { signal, maxResultBytes, room, alone });
    },

    async runAndDecide(statements, decide, { signal } = {}) {
      const refused = checkStatements(statements);
      if (refused !== null) throw refused;
      const attempt = () => runAndDecide(long, statements, decide, { signal, maxResultBytes, room });
      return await attempt().catch((error: unknown) => {
        if (error instanceof QueryError && isStaleStatement(error)) return attempt();
        throw error;
      });
    },

    close: async () => void (await Promise.all([short.close(), long.close()])),
  };
}

/** More than the server can work on at once only makes the groups that travel together fewer. */
function usualConnections(): number {
  return Math.min(8, Math.max(2, availableParallelism()));
}

interface OpenConnectionOptions extends ConnectionLimits {
  readonly connectTimeoutMs: number;
  readonly signal: AbortSignal;
}

// The driver keeps these on its client without declaring them.
interface BackendKey {
  readonly processID: number;
  readonly secretKey: number;
}

/** A new connection: the driver logs in, then its socket is ours. Throws like `connect`. */
async function openConnection(
  target: ConnectionTarget,
  encoder: MessageEncoder,
  options: OpenConnectionOptions,
): Promise<PipelineConnection> {
  const client = await connect(target, options);
  const stream = takeOverStream(client);
  const { processID, secretKey } = client as unknown as BackendKey;
  return new PipelineConnection({ target, stream, backendPid: processID, secretKey }, encoder, options);
}
