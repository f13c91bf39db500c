import { parentPort, workerData } from 'node:worker_threads';
import { extract, plan } from '@supabase/pg-delta';
import pg from 'pg';
import { clientConfig } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { knownFailure, type QueryErrorFields } from '../errors/query-error.ts';
import { describePlan } from './describe-plan.ts';
import type { SchemaDifference } from './difference.ts';
import { managedSchema } from './managed-schema.ts';

/** What the thread is started with. */
export interface SchemaDiffTask {
  readonly from: ConnectionTarget;
  readonly to: ConnectionTarget;
}

export type SchemaDiffResult =
  | { readonly difference: SchemaDifference }
  | { readonly failure: QueryErrorFields }
  /** The library cannot lead from one to the other, and says why. */
  | { readonly refusal: string };

const STATEMENT_MS = 30_000;

async function read(target: ConnectionTarget) {
  // The library wants values as its driver reads them.
  const { types: _, ...config } = clientConfig(target);
  const pool = new pg.Pool({ ...config, max: 1 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    return await extract(pool, { statementTimeoutMs: STATEMENT_MS });
  } finally {
    await pool.end();
  }
}

async function run({ from, to }: SchemaDiffTask): Promise<SchemaDiffResult> {
  try {
    const [source, desired] = await Promise.all([read(from), read(to)]);
    const found = plan(source.factBase, desired.factBase, { policy: managedSchema });
    return { difference: describePlan(found, [source, desired]) };
  } catch (error) {
    const failure = knownFailure(error);
    if (failure !== null) return { failure: failure.toJSON() };
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await run(workerData as SchemaDiffTask));
