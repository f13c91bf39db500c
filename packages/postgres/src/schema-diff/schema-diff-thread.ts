import { parentPort, workerData } from 'node:worker_threads';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  deserializeSnapshot,
  type ExtractResult,
  extract,
  plan,
  serializeSnapshot,
} from '@supabase/pg-delta';
import pg from 'pg';
import { clientConfig } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { knownFailure, type QueryErrorFields } from '../errors/query-error.ts';
import { describePlan } from './describe-plan.ts';
import type { KeptSchema, SchemaComparison } from './difference.ts';
import { managedSchema } from './managed-schema.ts';

/** What the thread is started with. */
export interface SchemaDiffTask {
  /** Null: `to` is read and kept, and compared with nothing. */
  readonly from: ConnectionTarget | KeptSchema | null;
  readonly to: ConnectionTarget;
  /** What both were once. */
  readonly base: KeptSchema | null;
  /** Whether the schema of `to` is given back. */
  readonly keeps: boolean;
}

export type SchemaDiffResult =
  | { readonly comparison: SchemaComparison }
  | { readonly failure: QueryErrorFields }
  /** The library cannot lead from one to the other, and says why. */
  | { readonly refusal: string };

type Side = Pick<ExtractResult, 'factBase' | 'diagnostics' | 'pgVersion'>;

const STATEMENT_MS = 30_000;

function read(side: ConnectionTarget | KeptSchema): Promise<Side> {
  return side instanceof Uint8Array ? Promise.resolve(opened(side)) : readDatabase(side);
}

async function readDatabase(target: ConnectionTarget): Promise<Side> {
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

function opened(kept: KeptSchema): Side {
  const { factBase, pgVersion } = deserializeSnapshot(zstdDecompressSync(kept).toString());
  return { factBase, pgVersion, diagnostics: [] };
}

const kept = ({ factBase, pgVersion }: Side): KeptSchema =>
  zstdCompressSync(serializeSnapshot(factBase, { pgVersion }));

const between = (from: Side, to: Side) =>
  describePlan(plan(from.factBase, to.factBase, { policy: managedSchema }), [from, to]);

async function run({ from, to, base, keeps }: SchemaDiffTask): Promise<SchemaDiffResult> {
  try {
    const [source, desired] = await Promise.all([from === null ? null : read(from), read(to)]);
    const comparison: SchemaComparison = {
      difference: source === null ? null : between(source, desired),
      since: source === null || base === null ? null : between(opened(base), source),
      schema: keeps ? kept(desired) : null,
    };
    return { comparison };
  } catch (error) {
    const failure = knownFailure(error);
    if (failure !== null) return { failure: failure.toJSON() };
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await run(workerData as SchemaDiffTask));
