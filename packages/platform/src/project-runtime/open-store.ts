import type { UsageBatch } from '@basalt/project';
import pg from 'pg';
import type { Log } from '../kernel/log.ts';
import { canOpen, secretBox } from '../kernel/secret-box.ts';
import { addUsage } from './add-usage.ts';
import { type ChangeListener, type GatewaysListener, listenForChanges } from './listen.ts';
import { type FunctionEnvironment, readFunctionEnvironment } from './read-function-environment.ts';
import { type ProjectAddress, type ProjectRuntimeRecord, readAddresses, readRecord } from './read-record.ts';

const UNDEFINED_TABLE = '42P01';

/** What serves projects learns of them here. It needs the platform's database, and nothing of the platform's process. */
export interface ProjectRuntimeStore {
  /**
   * A project as it is now; null when there is none with this ref. Rejects while the database is away, or before the
   * platform has prepared it.
   */
  read(ref: string): Promise<ProjectRuntimeRecord | null>;
  /** What projects are called in addresses beside their refs. Rejects as `read` does. */
  readAddresses(): Promise<{ ref: string; address: ProjectAddress }[]>;
  /** What functions of a project see of it; null when there is none with this ref. Rejects as `read` does. */
  readFunctionEnvironment(ref: string): Promise<FunctionEnvironment | null>;
  /** Adds what a process counted, once, however often it is called with the same batch. Rejects as `read` does. */
  addUsage(batch: UsageBatch): Promise<void>;
  /** Whether the key is the one that this database was sealed with; true as well before anybody has noted that down. */
  hasRightKey(): Promise<boolean>;
  /**
   * Tells of changes, at once and for as long as the store is open. Returns the way to end it.
   * @param onGateways hears how many gateways there are. Who wants to know is one
   */
  listen(onChange: ChangeListener, onGateways?: GatewaysListener): () => void;
  close(): Promise<void>;
}

export interface ProjectRuntimeOptions {
  /** Connection string of the platform's database. */
  databaseUrl: string;
  /** The 32 bytes that seal secrets at rest. */
  secretKey: Buffer;
  log: Log;
}

/** Opens the store. Nothing is connected yet when it returns: the database may still be on its way. */
export function openProjectRuntimeStore({
  databaseUrl,
  secretKey,
  log,
}: ProjectRuntimeOptions): ProjectRuntimeStore {
  const secrets = secretBox(secretKey);
  const endings = new Set<() => void>();
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 4,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    application_name: 'basalt-project-runtime',
  });
  pool.on('error', (error) => log('warn', { err: error }, 'a connection to the platform broke'));
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    read: (ref) => readRecord(pool, secrets, ref),
    readAddresses: () => readAddresses(pool),
    readFunctionEnvironment: (ref) => readFunctionEnvironment(pool, secrets, ref),
    addUsage: (batch) => addUsage(pool, batch),
    async hasRightKey() {
      // The platform may be about to make the table.
      const { rows } = await pool
        .query<{ sealed: Buffer }>('select sealed from secret_key_probe')
        .catch((error: { code?: string }) => {
          if (error.code === UNDEFINED_TABLE) return { rows: [] };
          throw error;
        });
      return rows.every(({ sealed }) => canOpen(secrets, sealed));
    },
    listen(onChange, onGateways) {
      const end = listenForChanges({ connectionString: databaseUrl, onChange, onGateways, log });
      endings.add(end);
      return () => {
        endings.delete(end);
        end();
      };
    },
    async close() {
      for (const end of endings) end();
      await pool.end();
    },
  };
}
