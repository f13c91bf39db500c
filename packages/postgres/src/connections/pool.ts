import pg from 'pg';
import { knownFailure } from '../errors/query-error.ts';
import { type ConnectOptions, clientConfig } from './connect.ts';
import type { ConnectionTarget } from './connection-target.ts';

export interface PoolOptions extends Omit<ConnectOptions, 'signal'> {
  /** Connections at most, default 10. */
  readonly max?: number;
  /** Unused connections are closed after this time, default 10,000. */
  readonly idleTimeoutMs?: number;
}

/** A few connections to one target that are used again and again. */
export interface ConnectionPool {
  /** One statement on any connection. Failures come as QueryError. */
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    sql: string,
    parameters?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
  /**
   * Runs `fn` with a connection of the pool. One that comes back inside a transaction is closed, not used again.
   * Failures of the database come as QueryError, others unchanged.
   */
  withClient<T>(fn: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Waits for connections in use, then closes all. */
  end(): Promise<void>;
  /** The driver's pool, for libraries that want one. */
  readonly driver: pg.Pool;
}

/** A pool that opens connections when they are needed. Nothing is connected yet when it returns. */
export function createPool(target: ConnectionTarget, options: PoolOptions = {}): ConnectionPool {
  const driver = new pg.Pool({
    ...clientConfig(target, options),
    max: options.max ?? 10,
    idleTimeoutMillis: options.idleTimeoutMs ?? 10_000,
  });
  // An idle connection that breaks leaves the pool by itself; without a listener it would end the process.
  driver.on('error', () => {});
  // The pool listens to idle connections only. One that breaks at work fails its query as well, and that is enough.
  driver.on('connect', (client) => client.on('error', () => {}));

  async function withClient<T>(fn: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let client: pg.PoolClient | undefined;
    try {
      client = await driver.connect();
      return await fn(client);
    } catch (error) {
      throw knownFailure(error) ?? error;
    } finally {
      client?.release(client.getTransactionStatus() !== 'I');
    }
  }

  return {
    query: (sql, parameters) =>
      withClient((client) => client.query(sql, parameters ? [...parameters] : undefined)),
    withClient,
    end: () => driver.end(),
    driver,
  };
}
