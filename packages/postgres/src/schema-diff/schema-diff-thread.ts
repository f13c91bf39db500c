import { parentPort, workerData } from 'node:worker_threads';
import { plan } from '@supabase/pg-delta';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { knownFailure, type QueryErrorFields } from '../errors/query-error.ts';
import { describePlan } from './describe-plan.ts';
import type { KeptSchema, SchemaComparison } from './difference.ts';
import { managedSchema } from './managed-schema.ts';
import { kept, opened, readSide, type Side } from './side.ts';

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

const between = (from: Side, to: Side) =>
  describePlan(plan(from.factBase, to.factBase, { policy: managedSchema }), from, to);

async function run({ from, to, base, keeps }: SchemaDiffTask): Promise<SchemaDiffResult> {
  try {
    const [source, desired] = await Promise.all([from === null ? null : readSide(from), readSide(to)]);
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
